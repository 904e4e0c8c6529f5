package org.hybridlab.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.cli.Call;
import org.hybridlab.cli.support.Session.TerminalApproval;
import org.hybridlab.common.error.LabException;
import org.junit.jupiter.api.Test;

class QuestionTest {
    private final StringWriter err = new StringWriter();

    @Test
    void answer_withoutTerminalForResults_isRead() {
        Question question = new Question(typing("yes\nY\nno\n\n"));

        question.meant("Destroying", "Destroy it?", "Nothing was destroyed.");
        question.meant("Destroying", "Destroy it?", "Nothing was destroyed.");
        for (int no = 0; no < 2; no++) {
            assertThatThrownBy(() -> question.meant("Destroying", "Destroy it?", "Nothing was destroyed."))
                    .hasMessageContaining("Nothing was destroyed.");
        }

        assertThat(err.toString()).isEqualTo("Destroy it? [y/N] ".repeat(4));
    }

    @Test
    void endOfInput_isNobodyToAsk() {
        Session session = typing("");

        LabException e = failure(() -> new Question(session).agreed("That takes a yes", "it", "Go on?"));
        assertThat(e.id()).isEqualTo("not-confirmed");
        assertThat(e.what()).isEqualTo("That takes a yes, and nobody can be asked here.");
        assertThat(e.advice()).contains("--yes");

        assertThat(err.toString()).isEqualTo("Go on? [y/N] " + System.lineSeparator());
        assertThat(new TerminalApproval(session).asks()).as("a refusal would be an answer").isFalse();
    }

    @Test
    void goneTerminal_isNobodyToAsk() {
        Session session = session(false, new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("Input/output error");
            }
        });

        assertThatThrownBy(() -> new TerminalApproval(session).obtain(List.of("start libvirtd"), List.of("by hand")))
                .hasMessageContaining("This host is not ready: hybridlab would have to start libvirtd.");
    }

    @Test
    void lastLine_withoutItsEnd_isAnAnswer() {
        new TerminalApproval(typing("y")).trust("It would", List.of("  - run vagrant"));

        assertThat(err.toString().lines()).containsExactly("It would:", "  - run vagrant", "Do you trust it? [y/N] ");
    }

    @Test
    void textQuestion_takesOneLineEach() {
        Question question = new Question(onTerminal(" duo \n\n3"));

        assertThat(question.answer("Name?", "lab")).isEqualTo("duo");
        assertThat(question.answer("Workers?", "1")).isEqualTo("1");
        assertThat(question.answer("Workers?", "1")).isEqualTo("3");
        assertThat(question.answer("Workers?", "1")).as("the input has ended").isEqualTo("1");
    }

    @Test
    void textQuestion_whereResultsGoElsewhere_takesDefault() {
        Session json = onTerminal("duo\n");
        json.options().give(GlobalFlag.OUTPUT, GlobalOptions.OutputFormat.JSON);

        assertThat(new Question(json).answer("Name?", "lab")).isEqualTo("lab");
        assertThat(new Question(typing("duo\n")).answer("Name?", "lab")).isEqualTo("lab");

        assertThat(err.toString()).isEmpty();
    }

    private Session onTerminal(String text) {
        return session(true, in(text));
    }

    private Session typing(String text) {
        return session(false, in(text));
    }

    private static InputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private Session session(boolean showsResults, InputStream in) {
        Session any = Call.session(Path.of(""), Map.of(), new StringWriter(), new StringWriter());
        return new Session(any.options(), any.out(), new PrintWriter(err, true), any.environment(), any.directory(),
                any.userHome(), any.folders(), any.processes(), any.foreground(), any.cancellation(),
                new UserInput(true, showsResults, in), false, false);
    }
}

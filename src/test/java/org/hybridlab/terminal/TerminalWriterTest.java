package org.hybridlab.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

import org.hybridlab.report.Colors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalWriterTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TerminalWriter out = new TerminalWriter(bytes);

    @ParameterizedTest
    @ValueSource(strings = {"\u001b]52;c;ZXZpbA==\u0007", "\u001b]0;title\u001b\\", "\u009d0;title\u009c", "\u001b[2J",
            "\u001b[1A", "\u009b2J", "\u001bc", "\u001b[8m", "\u001b[38;5;1m", "\u001bP$q\u001b\\", "\u001b(0", "\r",
            "\b", "\u0007", "\u007f", "\u0085", "\u202e", "\u2066", "\u200f", "\u2028", "\u001b_x\u001b\\",
            "\u001b[?1049h", "\u001b[30;40m", "\u001b[37m", "\u001b[97m", "\u001b[41m"})
    void controlSequences_thatActOnTerminals_areRemoved(String evil) {
        out.println("before" + evil + "after");
        out.printf("%s%n", "before" + evil + "after");
        out.append("before" + evil + "after\n");

        assertThat(written()).isEqualTo("beforeafter\n".repeat(3));
    }

    @Test
    void endlessSequence_losesItsPowerOnly() {
        out.println("before\u001b]0;title");
        out.println("after");
        assertThat(written()).isEqualTo("before0;title\nafter\n");
    }

    @Test
    void whatIsPrintedInPiecesMakesNoSequence() {
        for (char one : "a\u001b[2J\u009b2Jb\n".toCharArray()) {
            out.write(one);
        }
        assertThat(written()).isEqualTo("a[2J2Jb\n");
    }

    @Test
    void ordinaryTextAndOurColorsStay() {
        String text = "Grüße, 你好 👩‍🚀\tx\r\n" + new Colors(true).bad("error") + new Colors(true).faint("less") + "\n";
        out.print(text);
        out.flush();
        assertThat(written()).isEqualTo(text);
    }

    @Test
    void theLiveDisplayMovesTheCursor() {
        out.paint("\u001b[3A\r\u001b[J");
        out.flush();
        assertThat(written()).isEqualTo("\u001b[3A\r\u001b[J");
    }

    @Test
    void machineLine_inLiveDisplay_isPlain() {
        assertThat(Printable.text("a\u001b[31mred\u001b]0;t\u0007\u009b2J\u202e\tb ")).isEqualTo("ared b");
    }

    private String written() {
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

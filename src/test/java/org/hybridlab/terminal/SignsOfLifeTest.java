package org.hybridlab.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

import org.hybridlab.common.process.Command;
import org.junit.jupiter.api.Test;

class SignsOfLifeTest {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private long ahead;
    private final TerminalWriter out = new TerminalWriter(OutputStream.nullOutputStream());
    private final TerminalWriter err = new TerminalWriter(shown);
    private final SignsOfLife signs = new SignsOfLife(out, err, () -> System.nanoTime() + ahead);

    @Test
    void silence_ofTenSeconds_isBroken() {
        after(Duration.ofSeconds(9));
        assertThat(shown.toString()).isEmpty();

        after(Duration.ofSeconds(10));
        assertThat(shown.toString()).isEqualTo("... still going on (10 s)\n");
    }

    @Test
    void recentWrite_toEitherStream_isASign() {
        out.println("a line");
        after(Duration.ofSeconds(9));
        err.println("a line");
        after(Duration.ofSeconds(9));

        assertThat(shown.toString()).isEqualTo("a line\n");
    }

    @Test
    void foregroundProgram_andQuestion_areLeftAlone() throws IOException {
        SignsOfLife.around(command -> {
            after(Duration.ofSeconds(60));
            return 0;
        }).run(Command.of("ssh"));
        SignsOfLife.around(new InputStream() {
            @Override
            public int read() {
                after(Duration.ofSeconds(60));
                return 'y';
            }
        }).read();
        assertThat(shown.toString()).isEmpty();

        after(Duration.ofSeconds(60));
        assertThat(shown.toString()).isNotEmpty();
    }

    private void after(Duration time) {
        ahead = time.toNanos();
        signs.tick();
    }
}

package org.hybridlab.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

import org.hybridlab.report.Colors;
import org.junit.jupiter.api.Test;

class RedrawnLinesTest {
    private final StringWriter text = new StringWriter();
    private final RedrawnLines lines = new RedrawnLines(new PrintWriter(text));

    @Test
    void nextFrame_overwritesTheLast_inOneWrite() {
        lines.paint(List.of("one", "two"), screen(80, 24));
        text.getBuffer().setLength(0);

        lines.paint(List.of("1"), screen(80, 24));

        assertThat(text).hasToString("\u001b[2A\r1\u001b[K\n\u001b[J");
    }

    @Test
    void noFrameIsLargerThanTheScreen() {
        lines.paint(List.of("12345678", "b", "c", "d"), screen(5, 3));

        assertThat(text).hasToString("\r12345\u001b[K\nb\u001b[K\n\u001b[J");
    }

    @Test
    void colours_takeNoPlace_andEndAtCuts() {
        assertThat(RedrawnLines.cut("\u001b[32mrunning\u001b[0m x", 3)).isEqualTo("\u001b[32mrun\u001b[0m");
    }

    private static Screen screen(int columns, int rows) {
        return new Screen(columns, rows, "", "", Colors.NONE);
    }
}

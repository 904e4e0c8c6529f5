package org.hybridlab.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptOutputTest {
    private final List<String> lines = new ArrayList<>();

    @Test
    void output_tooLong_keepsBeginningAndEnd() {
        KeptOutput output = new KeptOutput(lines::add, false, 100);
        IntStream.range(0, 10_000).forEach(i -> write(output, "line %04d\n".formatted(i)));

        assertThat(output.text()).startsWith("line 0000\nline 0001\n").endsWith("line 9998\nline 9999\n")
                .contains("\n[... 99800 characters omitted here ...]\n").hasSizeLessThan(300);
        assertThat(lines).as("handed out").hasSize(10_000);
    }

    @Test
    void endlessLine_isNotHeldForEver() {
        KeptOutput output = new KeptOutput(lines::add, false, 100);
        IntStream.range(0, 10_000).forEach(i -> write(output, "0123456789"));

        assertThat(output.text()).hasSizeLessThan(400).contains("characters omitted here");
        assertThat(lines).hasSize(1000);
    }

    @Test
    void shortOutput_isKeptAsItIs() {
        KeptOutput output = new KeptOutput(lines::add, false, 100);
        write(output, "a\r\nb\rc\n\nno end");
        output.flush();

        assertThat(lines).containsExactly("a", "b", "c", "no end");
        assertThat(output.text()).isEqualTo("a\nb\nc\nno end\n");
    }

    @Test
    void verbatimOutput_keepsEmptyLinesAndEnds() {
        String text = "\na\r\n\r\nb\rc\n\n\nno end";
        KeptOutput output = new KeptOutput(lines::add, true, 100);
        write(output, text);
        output.flush();

        assertThat(output.text()).isEqualTo(text);
        assertThat(lines).containsExactly("", "a", "", "b", "c", "", "", "no end");
    }

    /** A pipe hands out what it has, and cuts lines and their ends anywhere. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anyPieces_giveTheSameLines(boolean verbatim) {
        byte[] bytes = "a\r\nb\r\r\nc\n\nlonger than the most\n\rd\n".repeat(20).getBytes(StandardCharsets.UTF_8);
        KeptOutput single = new KeptOutput(lines::add, verbatim, 12);
        for (byte one : bytes) {
            single.write(one);
        }

        for (int size = 1; size < 60; size++) {
            List<String> pieces = new ArrayList<>();
            KeptOutput output = new KeptOutput(pieces::add, verbatim, 12);
            for (int from = 0; from < bytes.length; from += size) {
                output.write(bytes, from, Math.min(size, bytes.length - from));
            }

            assertThat(pieces).as("pieces of %d", size).isEqualTo(lines);
            assertThat(output.text()).isEqualTo(single.text());
        }
    }

    private static void write(KeptOutput output, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        output.write(bytes, 0, bytes.length);
    }
}

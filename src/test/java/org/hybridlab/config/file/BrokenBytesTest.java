package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

import org.hybridlab.config.file.yaml.Source;
import org.hybridlab.config.model.Cidr;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever bytes a lab file holds, reading it ends with a lab or with problems at places that exist. */
class BrokenBytesTest {
    private static final int FILES = 2_000;
    private static final byte[] PIECES = "{}[]:,-#&*!|>'\"%@` \t\n\r\\0/~?<=\u00e4\u2028\ufeff"
            .getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    @Test
    void reading_ofBrokenBytes_failsByProblemsOnly() throws IOException {
        byte[] good = BadCase.labs().stream().filter(bad -> bad.name().equals("vni-windows/too-small"))
                .findFirst().orElseThrow().content();
        Random random = new Random(7);
        Path file = folder.resolve("lab.yaml");
        int labs = 0;
        for (int i = 0; i < FILES; i++) {
            byte[] bytes = changed(good, random);
            LabReading reading = LabFile.read(Files.write(file, bytes), Cidr.parse("192.168.57.0/24"));
            labs += reading.lab().isPresent() ? 1 : 0;
            assertThat(reading.lab().isPresent()).as(() -> Arrays.toString(bytes))
                    .isEqualTo(reading.errors().isEmpty());
            assertThat(reading.problems()).as(() -> Arrays.toString(bytes)).allSatisfy(problem -> {
                assertThat(problem.line()).isBetween(1, lines(bytes));
                assertThat(problem.column()).isBetween(1, bytes.length + 1);
                assertThat(problem.advice()).isNotBlank();
            });
        }
        assertThat(labs).isLessThan(FILES);
    }

    private static byte[] changed(byte[] good, Random random) {
        byte[] bytes = good.clone();
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(bytes.length);
            int length = random.nextInt(6);
            byte[] piece = new byte[length];
            for (int i = 0; i < length; i++) {
                piece[i] = random.nextInt(8) == 0 ? (byte) random.nextInt(256) : PIECES[random.nextInt(PIECES.length)];
            }
            int until = Math.min(bytes.length, at + random.nextInt(12));
            byte[] next = new byte[at + length + bytes.length - until];
            System.arraycopy(bytes, 0, next, 0, at);
            System.arraycopy(piece, 0, next, at, length);
            System.arraycopy(bytes, until, next, at + length, bytes.length - until);
            bytes = next.length == 0 ? good : next;
        }
        return bytes;
    }

    private static int lines(byte[] bytes) {
        return new Source(Path.of("x"), new String(bytes, StandardCharsets.UTF_8)).lines().size();
    }
}

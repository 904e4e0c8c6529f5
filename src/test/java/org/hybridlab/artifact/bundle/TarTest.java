package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.hybridlab.common.archive.TarReader;
import org.hybridlab.common.archive.TarWriter;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarTest {
    private static final byte[] TEXT = "hello".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    @Test
    void theSystemsOwnTarReadsWhatWeWrite() throws IOException {
        Path file = Files.write(folder.resolve("source"), TEXT);
        Path tar = folder.resolve("a.tar");
        try (TarWriter writer = new TarWriter(Files.newOutputStream(tar))) {
            writer.folder("d");
            writer.file("d/text", TEXT);
            writer.file("d/program", file, 0755);
        }

        run("tar", "-xf", tar.toString());

        assertThat(folder.resolve("d/text")).hasContent("hello");
        assertThat(folder.resolve("d/program")).hasContent("hello").isExecutable();
    }

    @Test
    void systemTar_withLongNames_isRead() throws IOException {
        String longName = "n".repeat(90) + "/" + "m".repeat(90);
        Files.createDirectories(folder.resolve(longName).getParent());
        Files.write(folder.resolve(longName), TEXT);
        for (String format : new String[] {"gnu", "pax", "ustar"}) {
            run("tar", "--format=" + format, "-cf", format + ".tar", "n".repeat(90));
            TarReader reader = new TarReader(Files.newInputStream(folder.resolve(format + ".tar")));

            assertThat(reader.next().orElseThrow()).as(format).isEqualTo(new TarReader.Entry(longName, 5));
            assertThat(reader.content().readAllBytes()).isEqualTo(TEXT);
            assertThat(reader.next()).isEmpty();
        }
    }

    /** By the header alone: GNU's long name and a file, which would fill the memory and the disk. */
    @Test
    void whatSaysThatItIsHugeIsRefused() throws IOException {
        for (char type : new char[] {'L', 'x', '0'}) {
            byte[] header = new byte[512];
            System.arraycopy("name".getBytes(StandardCharsets.UTF_8), 0, header, 0, 4);
            System.arraycopy("60000000000".getBytes(StandardCharsets.UTF_8), 0, header, 124, 11);
            header[156] = (byte) type;
            TarReader reader = new TarReader(new ByteArrayInputStream(header));
            assertThatThrownBy(reader::next).as("type " + type).isInstanceOf(IOException.class)
                    .isNotInstanceOf(EOFException.class);
        }
    }

    @Test
    void anUnreadFileIsSkipped() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarWriter writer = new TarWriter(bytes)) {
            writer.file("first", new byte[1000]);
            writer.file("second", TEXT);
        }
        TarReader reader = new TarReader(new ByteArrayInputStream(bytes.toByteArray()));
        reader.next();
        assertThat(reader.next().orElseThrow().name()).isEqualTo("second");
    }

    @Test
    void archive_endingInsideAFile_isAnError() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarWriter writer = new TarWriter(bytes)) {
            writer.file("first", new byte[1000]);
        }
        TarReader reader = new TarReader(new ByteArrayInputStream(Arrays.copyOf(bytes.toByteArray(), 700)));
        reader.next();
        assertThatThrownBy(() -> reader.content().readAllBytes()).isInstanceOf(EOFException.class);
    }

    private void run(String... words) {
        assertThat(new LocalProcesses().run(Command.of(words).in(folder), new Cancellation()).exitCode()).isZero();
    }
}

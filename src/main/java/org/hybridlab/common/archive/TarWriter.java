package org.hybridlab.common.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes deterministic tar archives (POSIX ustar), without owner and time. */
public final class TarWriter implements AutoCloseable {
    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 100;
    private static final long LARGEST_FILE = 0_77777777777L;

    private static final int BUFFER = 1 << 16;

    /** An input file could not be read, or changed. Other failures are the archive's. */
    public static final class UnreadableContent extends IOException {
        private static final long serialVersionUID = 1;

        private UnreadableContent(String message, IOException cause) {
            super(message, cause);
        }
    }

    private interface Reading<T> {
        T read() throws IOException;
    }

    private final OutputStream out;

    public TarWriter(OutputStream out) {
        this.out = out;
    }

    public void file(String name, byte[] content) throws IOException {
        header(name, content.length, 0644, '0');
        out.write(content);
        pad(content.length);
    }

    /**
     * @param mode for example 0755
     * @throws UnreadableContent if the file fails
     */
    public void file(String name, Path content, int mode) throws IOException {
        long size = of(content, () -> Files.size(content));
        header(name, size, mode, '0');
        if (copy(content) != size) {
            throw new UnreadableContent(content + " changed while it was copied", null);
        }
        pad(size);
    }

    private long copy(Path content) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long copied = 0;
        try (InputStream in = of(content, () -> Files.newInputStream(content))) {
            for (int count = of(content, () -> in.read(buffer)); count >= 0;
                    count = of(content, () -> in.read(buffer))) {
                out.write(buffer, 0, count);
                copied += count;
            }
        }
        return copied;
    }

    private static <T> T of(Path content, Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (IOException e) {
            throw new UnreadableContent("%s cannot be read: %s".formatted(content, e.getMessage()), e);
        }
    }

    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** @param size exact length of the content */
    public void file(String name, long size, Content content) throws IOException {
        file(name, size, 0644, content);
    }

    public void file(String name, long size, int mode, Content content) throws IOException {
        header(name, size, mode, '0');
        content.writeTo(out);
        pad(size);
    }

    public void folder(String name) throws IOException {
        folder(name, 0755);
    }

    public void folder(String name, int mode) throws IOException {
        header(name + "/", 0, mode, '5');
    }

    @Override
    public void close() throws IOException {
        finish();
        out.close();
    }

    public void finish() throws IOException {
        out.write(new byte[2 * BLOCK]);
    }

    private void pad(long size) throws IOException {
        out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }

    private void header(String name, long size, int mode, char type) throws IOException {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST_NAME || size > LARGEST_FILE) {
            throw new IOException("name or size does not fit into a tar header: " + name + ", " + size);
        }
        byte[] header = new byte[BLOCK];
        System.arraycopy(bytes, 0, header, 0, bytes.length);
        put(header, 100, "%07o".formatted(mode));
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, "%011o".formatted(size));
        put(header, 136, "00000000000");
        put(header, 148, "        ");
        put(header, 156, Character.toString(type));
        put(header, 257, "ustar\00000");
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, "%06o\0 ".formatted(sum));
        out.write(header);
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}

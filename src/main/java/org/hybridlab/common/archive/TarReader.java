package org.hybridlab.common.archive;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads the regular files of a tar archive in order (POSIX ustar, with names of GNU and pax records). */
public final class TarReader {
    private static final int BLOCK = 512;
    /** Far above any part of a bundle. A false size would fill the disk. */
    private static final long LARGEST = 4L << 30;
    private static final int LONGEST_TEXT = 1 << 20;

    private final InputStream in;
    private long left;
    private long padding;
    private boolean privateOnly = true;

    public TarReader(InputStream in) {
        this.in = in;
    }

    /** @param name path in the archive */
    public record Entry(String name, long size) {
    }

    /** The next regular file, or empty at the end. {@link #content()} has its content. */
    public Optional<Entry> next() throws IOException {
        String longName = null;
        while (true) {
            in.skipNBytes(left + padding);
            left = 0;
            padding = 0;
            byte[] header = in.readNBytes(BLOCK);
            if (header.length < BLOCK || header[0] == 0) {
                return Optional.empty();
            }
            left = number(header, 124, 12);
            if (left < 0 || left > LARGEST) {
                throw new IOException("a file of %d bytes is in it".formatted(left));
            }
            padding = (BLOCK - left % BLOCK) % BLOCK;
            switch (header[156]) {
                case '0', 0 -> {
                    privateOnly &= isPrivate(header, 0600);
                    return Optional.of(new Entry(longName == null ? name(header) : longName, left));
                }
                case 'L' -> longName = text(readAll(), 0, Integer.MAX_VALUE);
                case 'x' -> longName = paxPath(new String(readAll(), StandardCharsets.UTF_8), longName);
                default -> {
                    privateOnly &= header[156] == '5' && isPrivate(header, 0700);
                    longName = null;
                }
            }
        }
    }

    /** Whether all entries so far were root's, files of mode 0600 and folders of mode 0700. */
    public boolean hasPrivateOnly() {
        return privateOnly;
    }

    private static boolean isPrivate(byte[] header, int mode) throws IOException {
        // Docker writes the type of the file into the mode, too.
        return (number(header, 100, 8) & 07777) == mode && number(header, 108, 8) == 0 && number(header, 116, 8) == 0;
    }

    /** The rest of the current file. Reading it advances the archive. */
    public InputStream content() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] buffer, int from, int length) throws IOException {
                if (left == 0) {
                    return -1;
                }
                int n = in.read(buffer, from, (int) Math.min(length, left));
                if (n < 0) {
                    throw new EOFException("the archive ends in the middle of a file");
                }
                left -= n;
                return n;
            }
        };
    }

    /** The rest of a short text file. */
    public byte[] readAll() throws IOException {
        if (left > LONGEST_TEXT) {
            throw new IOException("a text of %d bytes is in it".formatted(left));
        }
        return content().readAllBytes();
    }

    private static String name(byte[] header) {
        String prefix = text(header, 345, 155);
        String name = text(header, 0, 100);
        boolean ustar = new String(header, 257, 5, StandardCharsets.US_ASCII).equals("ustar") && header[262] == 0;
        return ustar && !prefix.isEmpty() ? prefix + "/" + name : name;
    }

    private static String text(byte[] bytes, int from, int length) {
        int end = from;
        while (end < bytes.length && end - from < length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    private static long number(byte[] header, int from, int length) throws IOException {
        String digits = text(header, from, length).strip();
        try {
            return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
        } catch (NumberFormatException e) {
            throw new IOException("this is no tar archive", e);
        }
    }

    /** Records are {@code "<length> path=<name>\n"}. */
    private static String paxPath(String records, String otherwise) {
        return records.lines().map(line -> line.substring(line.indexOf(' ') + 1))
                .filter(line -> line.startsWith("path="))
                .map(line -> line.substring("path=".length())).findFirst().orElse(otherwise);
    }
}

package org.hybridlab.artifact.box;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import org.hybridlab.common.archive.TarWriter;

/**
 * An image layer: an uncompressed tar archive.
 *
 * @param content always writes the same bytes
 * @param digest SHA-256, 64 hexadecimal digits
 */
record ImageLayer(TarWriter.Content content, String digest, long size) {

    static ImageLayer ofTar(Path tar) throws IOException {
        return of(out -> Files.copy(tar, out));
    }

    static ImageLayer ofProgram(Path file, String path) throws IOException {
        return of(out -> {
            TarWriter tar = new TarWriter(out);
            String name = path.substring(1);
            for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
                tar.folder(name.substring(0, slash));
            }
            tar.file(name, file, 0755);
            tar.finish();
        });
    }

    private static ImageLayer of(TarWriter.Content content) throws IOException {
        MessageDigest digest = sha256();
        Counter counter = new Counter();
        try (OutputStream out = new BufferedOutputStream(new DigestOutputStream(counter, digest), 1 << 16)) {
            content.writeTo(out);
        }
        return new ImageLayer(content, HexFormat.of().formatHex(digest.digest()), counter.count);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static final class Counter extends OutputStream {
        private long count;

        @Override
        public void write(int b) {
            count++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            count += length;
        }
    }
}

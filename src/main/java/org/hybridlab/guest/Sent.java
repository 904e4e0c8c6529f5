package org.hybridlab.guest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import org.hybridlab.common.error.LabException;

/**
 * Length and sum of a sent file. The machine checks them, since a cut connection looks like the end of the file.
 *
 * @param length in bytes
 */
record Sent(long length, String sum) {
    static Sent of(String text) {
        try {
            return of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IllegalStateException("memory can be read", e);
        }
    }

    /** @throws LabException {@code upload-unreadable} */
    static Sent of(Path file) {
        try (InputStream content = Files.newInputStream(file)) {
            return of(content);
        } catch (IOException e) {
            throw LabException.hostNotReady("upload-unreadable", "%s could not be read: %s".formatted(file,
                    e.getMessage()), "Look whether it is there, and who may read it.").causedBy(e);
        }
    }

    private static Sent of(InputStream content) throws IOException {
        try (DigestInputStream in = new DigestInputStream(content, MessageDigest.getInstance("SHA-256"))) {
            long length = in.transferTo(OutputStream.nullOutputStream());
            return new Sent(length, HexFormat.of().formatHex(in.getMessageDigest().digest()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    String bytes() {
        return Long.toString(length);
    }
}

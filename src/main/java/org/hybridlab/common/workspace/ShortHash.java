package org.hybridlab.common.workspace;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The first bytes of a SHA-256, for names. */
public final class ShortHash {
    private ShortHash() {
    }

    /** @param bytes 1 to 32; the result has two hexadecimal digits for each */
    public static String of(String text, int bytes) {
        return of(text.getBytes(StandardCharsets.UTF_8), bytes);
    }

    public static String of(byte[] content, int bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

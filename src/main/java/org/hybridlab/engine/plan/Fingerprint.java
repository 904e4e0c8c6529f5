package org.hybridlab.engine.plan;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-512/256 of all inputs of a step. Another fingerprint makes the step run. Faster than SHA-256 in the launcher's
 * JVM, which has C1 only; half of planning is hashing (bench/labs).
 */
public final class Fingerprint {
    private Fingerprint() {
    }

    /** Hexadecimal. Parts are separated: {@code ("ab", "c")} and {@code ("a", "bc")} differ. */
    public static String of(Object... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-512/256");
            for (Object part : parts) {
                byte[] bytes = part.toString().getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK since 9 has SHA-512/256", e);
        }
    }
}

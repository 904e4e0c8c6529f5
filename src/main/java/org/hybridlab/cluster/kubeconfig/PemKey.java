package org.hybridlab.cluster.kubeconfig;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * A private key in PEM. kubeadm writes older forms, and Java reads PKCS#8 only. PKCS#8 wraps them with a few bytes that
 * name the algorithm.
 */
final class PemKey {
    /** @param header DER of version 0 and of the algorithm with its parameters */
    private enum Kind {
        RSA("RSA PRIVATE KEY", "020100" + "300d" + "06092a864886f70d010101" + "0500"),
        /** SEC 1, on P-256, the only curve that our kubeadm settings ask for. */
        EC("EC PRIVATE KEY", "020100" + "3013" + "06072a8648ce3d0201" + "06082a8648ce3d030107");

        private final String label;
        private final byte[] header;

        Kind(String label, String header) {
            this.label = label;
            this.header = HexFormat.of().parseHex(header);
        }
    }

    private static final String PKCS8 = "PRIVATE KEY";

    private PemKey() {
    }

    /** @throws IllegalArgumentException if there is no such key in the text */
    static PrivateKey parse(String pem) throws GeneralSecurityException {
        if (pem.contains(begin(PKCS8))) {
            return KeyFactory.getInstance(Kind.RSA.name()).generatePrivate(new PKCS8EncodedKeySpec(der(pem, PKCS8)));
        }
        Kind kind = Stream.of(Kind.values()).filter(one -> pem.contains(begin(one.label))).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("its key is neither an RSA nor an EC key in PEM"));
        ByteArrayOutputStream inside = new ByteArrayOutputStream();
        inside.writeBytes(kind.header);
        inside.writeBytes(element(0x04, der(pem, kind.label)));
        return KeyFactory.getInstance(kind.name())
                .generatePrivate(new PKCS8EncodedKeySpec(element(0x30, inside.toByteArray())));
    }

    private static String begin(String label) {
        return "-----BEGIN " + label + "-----";
    }

    private static byte[] der(String pem, String label) {
        int from = pem.indexOf(begin(label)) + begin(label).length();
        int to = pem.indexOf("-----END " + label + "-----", from);
        if (to < 0) {
            throw new IllegalArgumentException("its key has no end");
        }
        return Base64.getMimeDecoder().decode(pem.substring(from, to));
    }

    /** A DER element: tag, length in its shortest form, content. */
    private static byte[] element(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length >= 0x100) {
            out.write(0x82);
            out.write(content.length >> 8);
        } else if (content.length >= 0x80) {
            out.write(0x81);
        }
        out.write(content.length);
        out.writeBytes(content);
        return out.toByteArray();
    }
}

package org.hybridlab.kubernetes;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import org.hybridlab.failure.LabException;

/** TLS with a client certificate, from the PEM texts of a kubeconfig. */
final class ClientTls {
    private static final String PKCS1 = "RSA PRIVATE KEY";
    private static final String PKCS8 = "PRIVATE KEY";
    /** DER of {@code INTEGER 0, SEQUENCE { OID rsaEncryption, NULL }}: what PKCS#8 puts before a PKCS#1 key. */
    private static final byte[] RSA_HEADER = {2, 1, 0, 0x30, 13, 6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86,
        (byte) 0xf7, 13, 1, 1, 1, 5, 0};

    private ClientTls() {
    }

    /** A context that trusts the cluster's own authority only and shows the client certificate. */
    static SSLContext context(KubeConfig config) {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(authorities(config.authority()));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(identity(config), new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw LabException.labFailed("kubeconfig-unreadable", "The certificates in the %s cannot be used."
                    .formatted(config), "Run `hybridlab up` again: it fetches the kubeconfig from the control plane.")
                    .because(e.getMessage()).causedBy(e);
        }
    }

    private static KeyStore authorities(String pem) throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        int number = 0;
        for (Certificate certificate : certificates(pem)) {
            store.setCertificateEntry("authority" + number++, certificate);
        }
        return store;
    }

    private static KeyStore identity(KubeConfig config) throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        store.setKeyEntry("client", privateKey(config.key()), new char[0],
                certificates(config.certificate()).toArray(Certificate[]::new));
        return store;
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Collection<? extends Certificate> certificates(String pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Java reads PKCS#8 only; kubeadm writes RSA keys as PKCS#1. */
    static PrivateKey privateKey(String pem) throws GeneralSecurityException {
        if (pem.contains("-----BEGIN " + PKCS1 + "-----")) {
            byte[] octets = element(0x04, der(pem, PKCS1));
            ByteArrayOutputStream inside = new ByteArrayOutputStream();
            inside.writeBytes(RSA_HEADER);
            inside.writeBytes(octets);
            return KeyFactory.getInstance("RSA").generatePrivate(
                    new PKCS8EncodedKeySpec(element(0x30, inside.toByteArray())));
        }
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der(pem, PKCS8)));
    }

    private static byte[] der(String pem, String label) {
        String begin = "-----BEGIN " + label + "-----";
        int from = pem.indexOf(begin);
        int to = pem.indexOf("-----END " + label + "-----");
        if (from < 0 || to < 0) {
            throw new IllegalArgumentException("its key is not an RSA key in PEM");
        }
        return Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
    }

    /** A DER element: tag, length in its short or long form, content. */
    private static byte[] element(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}

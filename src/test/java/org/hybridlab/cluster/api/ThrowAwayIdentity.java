package org.hybridlab.cluster.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key and its self-signed certificate for 127.0.0.1, made by the JDK's keytool for one test run. */
public final class ThrowAwayIdentity {
    private static final char[] PASSWORD = "changeit".toCharArray();
    /** Bytes of PKCS#8 before the PKCS#1 key of a 2048-bit RSA key. */
    private static final int PKCS8_HEADER = 26;

    private final KeyStore store;

    private ThrowAwayIdentity(KeyStore store) {
        this.store = store;
    }

    public static ThrowAwayIdentity in(Path folder) throws Exception {
        Path file = folder.resolve("identity.p12");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-alias", "it", "-keyalg", "RSA", "-keysize", "2048", "-dname", "CN=it",
                "-ext", "san=ip:127.0.0.1", "-storetype", "PKCS12", "-storepass", new String(PASSWORD),
                "-keystore", file.toString()).redirectErrorStream(true).start();
        String output = new String(keytool.getInputStream().readAllBytes());
        if (keytool.waitFor() != 0) {
            throw new IOException(output);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return new ThrowAwayIdentity(store);
    }

    /** Asks clients for a certificate, and trusts this identity's own only. */
    SSLContext serverContext() throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        try {
            trusted.load(null, null);
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
        trusted.setCertificateEntry("it", store.getCertificate("it"));
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /** As kubeadm writes it: everything embedded, the key in PKCS#1. */
    public String kubeconfig(String server) throws GeneralSecurityException {
        return """
                apiVersion: v1
                kind: Config
                current-context: admin@lab
                clusters:
                - cluster:
                    certificate-authority-data: %1$s
                    server: %2$s
                  name: lab
                contexts:
                - context:
                    cluster: lab
                    user: admin
                  name: admin@lab
                users:
                - name: admin
                  user:
                    client-certificate-data: %1$s
                    client-key-data: %3$s
                """.formatted(base64(pem("CERTIFICATE", store.getCertificate("it").getEncoded())), server,
                base64(pem("RSA PRIVATE KEY", pkcs1())));
    }

    private byte[] pkcs1() throws GeneralSecurityException {
        byte[] pkcs8 = store.getKey("it", PASSWORD).getEncoded();
        return Arrays.copyOfRange(pkcs8, PKCS8_HEADER, pkcs8.length);
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
                .formatted(label, Base64.getMimeEncoder().encodeToString(der));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes());
    }
}

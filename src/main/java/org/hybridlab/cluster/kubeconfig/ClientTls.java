package org.hybridlab.cluster.kubeconfig;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;

public final class ClientTls {
    private ClientTls() {
    }

    public static SSLContext context(KubeConfig config) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(identity(config), new char[0]);
            return context(config.authority(), keys.getKeyManagers());
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw LabException.labFailed("kubeconfig-unreadable", "The certificates in the %s cannot be used."
                    .formatted(config), "Run `hybridlab up LAB` again: it fetches the kubeconfig from the control "
                    + "plane.").because(e.getMessage()).causedBy(e);
        }
    }

    /** For a client that shows no certificate. */
    public static SSLContext trusting(String authority) throws GeneralSecurityException, IOException {
        return context(authority, new KeyManager[0]);
    }

    private static SSLContext context(String authority, KeyManager[] keys) throws GeneralSecurityException,
            IOException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities(authority));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust.getTrustManagers(), null);
        return context;
    }

    /**
     * Loads what requests need, on another thread. Otherwise the first answer waits for it, and a new process needs a
     * third of a second for that.
     */
    public static void load() {
        Parallel.ahead(() -> {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(new KeyManager[0], new TrustManager[0], null);
                HttpClient.newBuilder().sslContext(context).build();
                SSLEngine engine = context.createSSLEngine();
                engine.setUseClientMode(true);
                engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(engine.getSession().getPacketBufferSize()));
            } catch (GeneralSecurityException | SSLException e) {
                // The first request says so.
            }
        });
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
        store.setKeyEntry("client", PemKey.parse(config.key()), new char[0],
                certificates(config.certificate()).toArray(Certificate[]::new));
        return store;
    }

    /** In memory, with an empty password. PKCS12 would still encrypt the key, which takes 60 ms. */
    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        return store;
    }

    private static Collection<? extends Certificate> certificates(String pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }
}

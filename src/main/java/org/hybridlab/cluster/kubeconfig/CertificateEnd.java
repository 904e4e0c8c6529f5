package org.hybridlab.cluster.kubeconfig;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;

public final class CertificateEnd {
    private CertificateEnd() {
    }

    /**
     * @param pem one certificate or more; the first counts
     * @return empty if it cannot be read
     */
    public static Optional<Instant> of(String pem) {
        try {
            return Optional.of(((X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(
                    new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))).getNotAfter().toInstant());
        } catch (CertificateException e) {
            return Optional.empty();
        }
    }
}

package org.hybridlab.cluster.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;

import org.junit.jupiter.api.Test;

/** With keys that openssl made for this test. */
class PemKeyTest {
    private static final String EC_KEY = """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIIFujWxUsoH44F0f+GDXYjlQtsDPrLmlIZtsBmyVSveIoAoGCCqGSM49
            AwEHoUQDQgAEsZaD7WQmvae1dKddiBOjzb061oSwKbzrb2l/snPR8oGrKKiicisr
            92J+mZT1sIXYWSnMy6bMMywHjcrM/Htxpg==
            -----END EC PRIVATE KEY-----
            """;
    private static final String CERTIFICATE = """
            -----BEGIN CERTIFICATE-----
            MIIBcTCCARegAwIBAgIUJXCMaygZ6epQPqksBx0z6vP/QbEwCgYIKoZIzj0EAwIw
            DTELMAkGA1UEAwwCaXQwIBcNMjYxMTIxMTUxMjE4WhgPMjEyNjEwMjgxNTEyMTha
            MA0xCzAJBgNVBAMMAml0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEsZaD7WQm
            vae1dKddiBOjzb061oSwKbzrb2l/snPR8oGrKKiicisr92J+mZT1sIXYWSnMy6bM
            MywHjcrM/HtxpqNTMFEwHQYDVR0OBBYEFLfJQkKIt4YemxFsGTav8bNiwXNKMB8G
            A1UdIwQYMBaAFLfJQkKIt4YemxFsGTav8bNiwXNKMA8GA1UdEwEB/wQFMAMBAf8w
            CgYIKoZIzj0EAwIDSAAwRQIhAJF10iELPPZu4OSqF2YWMWzl2QIoZZKvfuBkjDtr
            sMb+AiAt1ZxEb7Uvdzi0d+OwsTiEurdQ5l7Kdx2Rnpszxh4GJg==
            -----END CERTIFICATE-----
            """;

    @Test
    void readsTheEllipticKeysThatKubeadmWrites() throws GeneralSecurityException {
        PrivateKey key = PemKey.parse(EC_KEY);

        assertThat(signedBy(key)).isTrue();
    }

    @Test
    void refusesWhatIsNoKey() {
        assertThatIllegalArgumentException().isThrownBy(() -> PemKey.parse(CERTIFICATE))
                .withMessageContaining("neither an RSA nor an EC key");
    }

    @Test
    void refusesAKeyThatWasCutOff() {
        String half = EC_KEY.substring(0, EC_KEY.length() / 2);

        assertThatIllegalArgumentException().isThrownBy(() -> PemKey.parse(half)).withMessageContaining("no end");
    }

    /** Whether what the key signs is taken for signed by the certificate's owner. */
    private static boolean signedBy(PrivateKey key) throws GeneralSecurityException {
        byte[] text = "a lab".getBytes(StandardCharsets.UTF_8);
        Signature writer = Signature.getInstance("SHA256withECDSA");
        writer.initSign(key);
        writer.update(text);
        Signature reader = Signature.getInstance("SHA256withECDSA");
        reader.initVerify(CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(CERTIFICATE.getBytes(StandardCharsets.UTF_8))));
        reader.update(text);
        return reader.verify(writer.sign());
    }
}

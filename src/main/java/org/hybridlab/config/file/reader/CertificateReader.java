package org.hybridlab.config.file.reader;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.model.Outside.CertificateFile;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the files that {@code certificates} names. */
record CertificateReader(LabFolder folder, Problems problems) {
    private static final int LENGTH = 64;
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(LENGTH, new byte[] {'\n'});

    List<CertificateFile> read(Part root) {
        return root.items("certificates").stream().filter(item -> !problems.isBroken(item)).map(this::read).toList();
    }

    private CertificateFile read(Node item) {
        String path = Scalar.of(item).map(Scalar::text).orElse("");
        List<String> all = new ArrayList<>();
        try {
            byte[] content = folder.read(folder.path().resolve(path));
            for (Certificate one : CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(content))) {
                all.add(pem(one));
            }
            if (all.isEmpty() || new String(content, StandardCharsets.ISO_8859_1).contains("PRIVATE KEY")) {
                refuse(item, path, all.isEmpty() ? "it has none" : "it has a private key, too");
            }
        } catch (CertificateException e) {
            refuse(item, path, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            refuse(item, path, "it cannot be read: " + e);
        }
        return new CertificateFile(path, all);
    }

    private void refuse(Node item, String path, String why) {
        problems.report(ReadingRules.CERTIFICATE_INVALID, item, "%s is no file of certificates: %s".formatted(path,
                why), "Put a file there that has certificates alone, in PEM form: -----BEGIN CERTIFICATE-----");
    }

    private static String pem(Certificate certificate) throws CertificateException {
        return "-----BEGIN CERTIFICATE-----\n" + LINES.encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----";
    }
}

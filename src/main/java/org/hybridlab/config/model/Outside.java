package org.hybridlab.config.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How machines and hybridlab reach the outside of the lab.
 *
 * @param certificates of authorities that Linux machines trust besides their box's
 * @param boxSha256 of the file at {@code boxUrl}, 64 lower-case hexadecimal digits
 */
public record Outside(Optional<String> httpProxy, Optional<String> httpsProxy, List<String> noProxy,
                      Optional<String> registryMirror, Optional<String> boxUrl, Optional<String> boxSha256,
                      Optional<String> boxMirror, List<CertificateFile> certificates) {
    public Outside {
        noProxy = List.copyOf(noProxy);
        certificates = List.copyOf(certificates);
    }

    /**
     * A file of the lab's folder.
     *
     * @param path as in the lab file
     * @param certificates in PEM form, each one without the text around it
     */
    public record CertificateFile(String path, List<String> certificates) {
        public CertificateFile {
            certificates = List.copyOf(certificates);
        }
    }

    public Outside(Optional<String> httpProxy, Optional<String> httpsProxy, List<String> noProxy,
                   Optional<String> registryMirror, Optional<String> boxUrl, Optional<String> boxMirror) {
        this(httpProxy, httpsProxy, noProxy, registryMirror, boxUrl, Optional.empty(), boxMirror,
                List.of());
    }

    /** All certificates. */
    public List<String> authorities() {
        return certificates.stream().flatMap(file -> file.certificates().stream()).distinct().toList();
    }

    Outside withoutProxyTo(String host) {
        return noProxy.contains(host) ? this : new Outside(httpProxy, httpsProxy,
                Stream.concat(noProxy.stream(), Stream.of(host)).toList(), registryMirror, boxUrl, boxSha256,
                boxMirror, certificates);
    }

    public static Outside direct() {
        return new Outside(Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty(),
                Optional.empty());
    }
}

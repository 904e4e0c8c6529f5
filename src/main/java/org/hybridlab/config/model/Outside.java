package org.hybridlab.config.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How machines and hybridlab reach the outside of the lab.
 *
 * @param boxSha256 of the file at {@code boxUrl}, 64 lower-case hexadecimal digits
 */
public record Outside(Optional<String> httpProxy, Optional<String> httpsProxy, List<String> noProxy,
                      Optional<String> registryMirror, Optional<String> boxUrl, Optional<String> boxSha256,
                      Optional<String> boxMirror) {
    public Outside {
        noProxy = List.copyOf(noProxy);
    }

    public Outside(Optional<String> httpProxy, Optional<String> httpsProxy, List<String> noProxy,
                   Optional<String> registryMirror, Optional<String> boxUrl, Optional<String> boxMirror) {
        this(httpProxy, httpsProxy, noProxy, registryMirror, boxUrl, Optional.empty(), boxMirror);
    }

    Outside withoutProxyTo(String host) {
        return noProxy.contains(host) ? this : new Outside(httpProxy, httpsProxy,
                Stream.concat(noProxy.stream(), Stream.of(host)).toList(), registryMirror, boxUrl, boxSha256,
                boxMirror);
    }

    public static Outside direct() {
        return new Outside(Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty(),
                Optional.empty());
    }
}

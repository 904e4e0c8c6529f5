package org.hybridlab.lab;

import java.util.List;
import java.util.Optional;

/** How machines and hybridlab reach what lies outside of the lab. */
public record Outside(Optional<String> httpProxy, Optional<String> httpsProxy, List<String> noProxy,
                      Optional<String> registryMirror, Optional<String> boxUrl, Optional<String> boxMirror) {
    public Outside {
        noProxy = List.copyOf(noProxy);
    }

    public static Outside direct() {
        return new Outside(Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty(),
                Optional.empty());
    }
}

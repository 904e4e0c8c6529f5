package org.hybridlab.artifact.bundle;

import java.nio.file.Path;

/** hybridlab's own Go caches, which can be deleted together. */
record GoCaches(Path modules, Path builds) {
    static GoCaches in(Path cache) {
        return new GoCaches(cache.resolve("go/mod"), cache.resolve("go/build"));
    }
}

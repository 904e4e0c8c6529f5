package org.hybridlab.artifact.bundle;

import java.nio.file.Path;

/** hybridlab's own Go caches, apart from the user's, so that they can be thrown away together. */
record GoCaches(Path modules, Path builds) {
    static GoCaches in(Path cache) {
        return new GoCaches(cache.resolve("go/mod"), cache.resolve("go/build"));
    }
}

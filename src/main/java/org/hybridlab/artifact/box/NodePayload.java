package org.hybridlab.artifact.box;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Everything of a Kubernetes node that does not come from Debian, for machines whose box lacks it.
 *
 * @param files by absolute path in the machine
 * @param images of the bundle in one archive, for {@code ctr images import}
 */
public record NodePayload(Map<String, KitFile> files, Path images) {
    public NodePayload {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }

    /** @param mode octal, for example {@code 0755} */
    public record KitFile(Path source, String mode, String sha256) {
    }

    /** Input of {@code sha256sum --check} in the machine. */
    public String sums() {
        return files.entrySet().stream().map(file -> file.getValue().sha256() + "  " + file.getKey() + "\n")
                .collect(Collectors.joining());
    }
}

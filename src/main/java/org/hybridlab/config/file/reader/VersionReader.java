package org.hybridlab.config.file.reader;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.KubernetesVersion;

/** Reads {@code kubernetes}, of a lab or of a machine. */
final class VersionReader {
    private static final Pattern FORM = Pattern.compile("v?1\\.(\\d+)(\\.(\\d+))?");

    private VersionReader() {
    }

    static Optional<KubernetesVersion> read(Part part) {
        return part.parsed("kubernetes", VersionReader::version, ReadingRules.RELEASE_NEEDED,
                "Write its release, for example 1.%d.0.".formatted(KubernetesBranch.newest().minor() + 1));
    }

    private static KubernetesVersion version(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'%s' is not a Kubernetes version".formatted(text));
        }
        int minor = Integer.parseInt(matcher.group(1));
        return matcher.group(3) == null ? newest(minor)
                : new KubernetesVersion(1, minor, Integer.parseInt(matcher.group(3)));
    }

    private static KubernetesVersion newest(int minor) {
        KubernetesVersion first = new KubernetesVersion(1, minor, 0);
        if (minor > KubernetesBranch.newest().minor()) {
            throw new IllegalArgumentException("Kubernetes %s is newer than hybridlab knows: which release of it?"
                    .formatted(first.branch()));
        }
        // Rules judge branches that are too old.
        return KubernetesBranch.of(first.branch()).map(KubernetesBranch::newestVersion).orElse(first);
    }
}

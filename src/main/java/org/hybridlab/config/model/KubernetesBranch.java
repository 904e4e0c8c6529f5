package org.hybridlab.config.model;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A supported release branch of Kubernetes.
 *
 * @param minor the number after {@code 1.}
 * @param newestPatch the default for a lab file that names only the branch
 * @param containerd the oldest release that fits, by containerd branch (containerd's RELEASES.md); newer branches fit
 * too
 */
public record KubernetesBranch(int minor, int newestPatch, List<ContainerdVersion> containerd) {
    /** Those whose kubelets the newest one's API server accepts. */
    private static final List<KubernetesBranch> KNOWN = List.of(
            branch(34, 4, "1.7.28", "2.0.6", "2.1.3"),
            branch(35, 4, "1.7.28", "2.1.5", "2.2.0"),
            branch(36, 3, "2.2.0", "2.3.0"),
            branch(37, 2, "2.3.0", "2.4.0"));

    /** Oldest first. */
    public static List<KubernetesBranch> known() {
        return KNOWN;
    }

    public static KubernetesBranch oldest() {
        return KNOWN.get(0);
    }

    public static KubernetesBranch newest() {
        return KNOWN.get(KNOWN.size() - 1);
    }

    /**
     * @param name for example {@code 1.36}
     * @return empty if hybridlab does not know the branch
     */
    public static Optional<KubernetesBranch> of(String name) {
        return KNOWN.stream().filter(branch -> branch.name().equals(name)).findFirst();
    }

    public String name() {
        return "1." + minor;
    }

    public KubernetesVersion newestVersion() {
        return new KubernetesVersion(1, minor, newestPatch);
    }

    /** True if it is new enough on its branch, or its branch is newer than all known ones. */
    public boolean fits(ContainerdVersion version) {
        Optional<ContainerdVersion> sameBranch = containerd.stream()
                .filter(minimum -> minimum.branch().equals(version.branch())).findFirst();
        return sameBranch.map(minimum -> version.compareTo(minimum) >= 0)
                .orElseGet(() -> version.compareTo(newestMinimum()) > 0);
    }

    private ContainerdVersion newestMinimum() {
        return containerd.stream().max(Comparator.naturalOrder()).orElseThrow();
    }

    private static KubernetesBranch branch(int minor, int newestPatch, String... containerd) {
        return new KubernetesBranch(minor, newestPatch, Stream.of(containerd).map(ContainerdVersion::parse).toList());
    }
}

package org.hybridlab.rules;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.lab.KubernetesBranch;
import org.hybridlab.lab.KubernetesVersion;

/** Newer ones may work; nobody has tried. */
final class KubernetesKnown implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("kubernetes-newer", "The version of Kubernetes is one that hybridlab knows.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.VERSIONS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        KubernetesVersion version = facts.lab().kubernetes();
        // What there is a bundle of is known well enough, and of anything else another rule says that there is none.
        if (facts.host().bundled().isPresent()) {
            return List.of();
        }
        boolean newer = KubernetesBranch.of(version.branch()).map(branch -> version.patch() > branch.newestPatch())
                .orElse(version.minor() > KubernetesBranch.newest().minor());
        return newer ? List.of(warning(Place.of("kubernetes"),
                "Kubernetes %s is newer than what hybridlab knows".formatted(version),
                "It may work. Known releases: %s.".formatted(known()))) : List.of();
    }

    private static String known() {
        return KubernetesBranch.known().stream().map(branch -> branch.newestVersion().toString())
                .collect(Collectors.joining(", "));
    }
}

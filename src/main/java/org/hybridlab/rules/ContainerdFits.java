package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.lab.KubernetesBranch;
import org.hybridlab.lab.KubernetesVersion;

/** The table is containerd's own (RELEASES.md). */
final class ContainerdFits implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("containerd-fit", "containerd is new enough for Kubernetes.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.VERSIONS, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return facts.lab().containerd().stream().flatMap(containerd -> facts.lab().kubernetesVersions().stream()
                .flatMap(version -> branch(version).stream())
                .filter(branch -> !branch.fits(containerd))
                .map(branch -> error(Place.of("containerd"), "Kubernetes %s does not go with containerd %s"
                        .formatted(branch.name(), containerd), "Take at least: %s.".formatted(oldest(branch))))
                .limit(1)).toList();
    }

    private static String oldest(KubernetesBranch branch) {
        return branch.containerd().stream().map(Object::toString).collect(Collectors.joining(" or "));
    }

    /** Newer branches than are known need what the newest known one needs. */
    private static Optional<KubernetesBranch> branch(KubernetesVersion version) {
        return KubernetesBranch.of(version.branch()).or(() -> Optional.of(KubernetesBranch.newest())
                .filter(newest -> version.minor() > newest.minor()));
    }
}

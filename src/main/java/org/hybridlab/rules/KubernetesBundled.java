package org.hybridlab.rules;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.lab.KubernetesVersion;

/** `up` fetches nothing else. */
final class KubernetesBundled implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("kubernetes-no-bundle", "hybridlab has a bundle of the version of Kubernetes.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.VERSIONS, Section.MACHINES, Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        if (facts.host().bundled().isEmpty() || facts.lab().network().mode().traits().legacy()) {
            return List.of();
        }
        List<KubernetesVersion> releases = facts.host().bundled().get().releases();
        Stream<Violation> lab = Stream.of(facts.lab().kubernetes()).filter(version -> !releases.contains(version))
                .map(version -> missing(Place.of("kubernetes"), version, releases));
        Stream<Violation> machines = Numbered.of(facts.lab().machines()).stream()
                .filter(one -> !one.item().kubernetes().equals(facts.lab().kubernetes()) && !one.item().isSimulated()
                        && !releases.contains(one.item().kubernetes()))
                .map(one -> missing(Place.machine(one.number(), "kubernetes"), one.item().kubernetes(), releases));
        return Stream.concat(lab, machines).toList();
    }

    private Violation missing(Place place, KubernetesVersion version, List<KubernetesVersion> releases) {
        return error(place, "hybridlab has no bundle of Kubernetes %s".formatted(version), "Take one of: %s."
                .formatted(releases.stream().map(KubernetesVersion::toString).collect(Collectors.joining(", "))));
    }
}

package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.KubernetesBranch;
import org.hybridlab.lab.KubernetesVersion;

/** Its configuration files had other forms. What belongs to a legacy mode is rendered as it was. */
final class KubernetesNotTooOld implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("kubernetes-too-old", "The version of Kubernetes is one that hybridlab still supports.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.VERSIONS, Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        KubernetesVersion version = facts.lab().kubernetes();
        KubernetesBranch oldest = KubernetesBranch.oldest();
        boolean legacy = facts.lab().network().mode().traits().branch().filter(version.branch()::equals).isPresent();
        return legacy || version.minor() >= oldest.minor() ? List.of() : List.of(error(Place.of("kubernetes"),
                "Kubernetes %s is older than what hybridlab supports".formatted(version),
                "Take %s or newer; the newest is %s.".formatted(oldest.name(), KubernetesBranch.newest().name())));
    }
}

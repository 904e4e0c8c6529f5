package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** Found out before the cluster is up, not after. */
final class ManifestsReadable implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("manifest-broken", "Every manifest of an app is YAML.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.apps()).stream().flatMap(one -> one.item().broken().stream()
                .filter(broken -> !broken.template())
                .map(broken -> new Violation(entry().id(), Severity.ERROR, Place.of("apps", one.number()),
                        broken.mark(), "%s is not YAML: %s".formatted(broken.manifest(), broken.reason()),
                        "Correct it; `kubectl apply` would refuse it."))).toList();
    }
}

package org.hybridlab.rules;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Found out before the cluster is up, not after. */
final class ScaledThingsThere implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("scale-unknown", "A scaled Deployment is in the app's manifests.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().apps()).stream().filter(one -> facts.apps().get(one.number()).complete())
                .flatMap(one -> one.item().scale().keySet().stream()
                        .filter(name -> !facts.apps().get(one.number()).deployments().contains(name))
                        .map(name -> error(Place.of("apps", one.number(), "scale", name),
                                "the app %s has no Deployment %s".formatted(one.item().name(), name),
                                "It has: %s.".formatted(String.join(", ",
                                        new TreeSet<>(facts.apps().get(one.number()).deployments())))))).toList();
    }
}

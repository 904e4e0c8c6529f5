package org.hybridlab.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The API server refuses the second one. */
final class ManifestNodePortsDiffer implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("node-port-clash", "No two Services of the lab's manifests have one NodePort.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Map<Integer, AppFacts.NodePort> seen = new HashMap<>();
        List<Violation> violations = new ArrayList<>();
        for (Numbered<AppFacts> app : Numbered.of(facts.apps())) {
            for (AppFacts.NodePort port : app.item().nodePorts()) {
                AppFacts.NodePort first = seen.putIfAbsent(port.port(), port);
                if (first != null && !first.equals(port)) {
                    violations.add(error(Place.of("apps", app.number()),
                            "NodePort %d of Service %s in %s is that of %s in %s".formatted(port.port(),
                                    port.service(), port.manifest(), first.service(), first.manifest()),
                            "Give one of them another NodePort."));
                }
            }
        }
        return violations;
    }
}

package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** Else its page opens nowhere. */
final class NodePortServed implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("node-port-unserved", "The NodePort of an app is one of its Services'.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().apps()).stream()
                .flatMap(one -> one.item().nodePort().stream()
                        .filter(port -> !served(facts.apps().get(one.number()), port))
                        .map(port -> error(Place.of("apps", one.number(), "nodePort"),
                                "no Service of the app %s has NodePort %d".formatted(one.item().name(), port),
                                "Write the one that its manifest has.")))
                .toList();
    }

    private static boolean served(AppFacts app, int port) {
        return !app.complete() || app.nodePorts().stream().anyMatch(one -> one.port() == port);
    }
}

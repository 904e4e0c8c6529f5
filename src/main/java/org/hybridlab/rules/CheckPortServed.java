package org.hybridlab.rules;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.lab.CheckSpec;
import org.hybridlab.lab.NodePorts;

/** It would wait for its whole time and fail. */
final class CheckPortServed implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("check-port-unserved", "A NodePort that a check asks is one of the lab's Services'.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.CHECKS, Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        if (!facts.allSeen()) {
            return List.of();
        }
        Set<Integer> served = facts.apps().stream().flatMap(app -> app.nodePorts().stream())
                .map(AppFacts.NodePort::port).collect(Collectors.toSet());
        return Numbered.of(facts.lab().checks()).stream()
                .filter(one -> one.item().probe() instanceof CheckSpec.Http http
                        && NodePorts.contains(http.port()) && !served.contains(http.port()))
                .map(one -> warning(Place.of("checks", one.number(), "http", "port"),
                        "no Service of the lab's apps has the NodePort that '%s' asks".formatted(one.item().name()),
                        "It can only pass if you deploy something there yourself."))
                .toList();
    }
}

package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.lab.CheckSpec;
import org.hybridlab.lab.Machine;

/** With `count: 3`, node1 to node3 are machines, and node is none. */
final class CheckMachinesThere implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("check-machine-unknown", "A check's machine is one of the lab's.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.CHECKS, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().checks()).stream().flatMap(one -> machine(one.item().probe()).stream()
                .filter(name -> facts.lab().machine(name).isEmpty())
                .map(name -> error(Place.of("checks", one.number(), kind(one.item().probe()), "machine"),
                        "the lab has no machine " + name, "Its machines are: %s.".formatted(names(facts))))).toList();
    }

    private static String names(LabFacts facts) {
        return facts.lab().machines().stream().map(Machine::name).collect(Collectors.joining(", "));
    }

    private static Optional<String> machine(CheckSpec.Probe probe) {
        if (probe instanceof CheckSpec.Http http) {
            return http.machine();
        }
        return probe instanceof CheckSpec.Exec exec ? Optional.of(exec.machine()) : Optional.empty();
    }

    private static String kind(CheckSpec.Probe probe) {
        return probe instanceof CheckSpec.Http ? "http" : "exec";
    }
}

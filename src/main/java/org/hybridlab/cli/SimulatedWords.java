package org.hybridlab.cli;

import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;

/** What is said of a lab's simulated machines wherever its machines are counted. */
final class SimulatedWords {
    private SimulatedWords() {
    }

    /** Empty if all of its machines are made. */
    static Optional<String> of(Lab lab) {
        String names = lab.simulatedMachines().stream().map(Machine::name).collect(Collectors.joining(", "));
        return names.isEmpty() ? Optional.empty() : Optional.of("Simulated, as you asked: %s. ".formatted(names)
                + "Kubernetes sees a node, nothing runs there, and what needs Windows cannot be judged.");
    }
}

package org.hybridlab.service.estimate;

import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;

/** What is said of a lab's simulated machines wherever its machines are counted. */
public final class SimulatedWords {
    private SimulatedWords() {
    }

    /** Empty if all of its machines are made. */
    public static Optional<String> of(Lab lab) {
        String names = lab.simulatedMachines().stream().map(Machine::name).collect(Collectors.joining(", "));
        return names.isEmpty() ? Optional.empty() : Optional.of("Simulated, as you asked: %s. ".formatted(names)
                + "Kubernetes sees a node, nothing runs there, and what needs Windows cannot be judged.");
    }
}

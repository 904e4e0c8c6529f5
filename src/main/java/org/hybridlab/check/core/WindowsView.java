package org.hybridlab.check.core;

import java.util.List;
import java.util.function.Function;

import org.hybridlab.config.model.Machine;

/**
 * What checks of Windows machines work with.
 *
 * @param probes one pod on each Windows node
 * @param facts output of {@code look.ps1} on a machine, for example {@code network|flannel.4096|Overlay|10.244.1.0/24}
 */
public record WindowsView(ProbePods probes, Function<Machine, List<String>> facts) {
    public WindowsFacts look(Machine machine) {
        return new WindowsFacts(facts.apply(machine));
    }
}

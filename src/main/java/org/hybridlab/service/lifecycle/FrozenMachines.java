package org.hybridlab.service.lifecycle;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.MachineState.Kind;
import org.hybridlab.provision.state.CreatedLab;

/** Machines that an interrupted save may have left frozen. */
public final class FrozenMachines {
    private FrozenMachines() {
    }

    /** Empty if none is. @param word what the user calls the lab */
    public static Optional<String> message(CreatedLab created, String word) {
        String advice = " Let them go on: hybridlab resume " + word;
        try {
            List<String> frozen = new TreeMap<>(created.states(new Cancellation()).byName()).entrySet().stream()
                    .filter(one -> one.getValue().kind() == Kind.PAUSED).map(Map.Entry::getKey).toList();
            return frozen.isEmpty() ? Optional.empty()
                    : Optional.of("Machines that are still frozen: %s.".formatted(String.join(", ", frozen)) + advice);
        } catch (LabException e) {
            return Optional.of("Machines may still be frozen: " + e.what() + advice);
        }
    }
}

package org.hybridlab.vagrant;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hybridlab.process.Cancellation;

/** States for providers without a quicker tool of their own. */
final class VagrantStates {
    private VagrantStates() {
    }

    static Map<String, MachineState> of(Vagrant vagrant, Cancellation cancellation) {
        Map<String, MachineState> states = new LinkedHashMap<>(vagrant.status(cancellation));
        states.values().removeIf(MachineState::isAbsent);
        return states;
    }
}

package org.hybridlab.provision.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Role;
import org.hybridlab.provider.api.MachineState;
import org.junit.jupiter.api.Test;

class MachineStatesTest {
    private static final Machine NODE = new Machine("node", Role.WORKER, Os.LINUX, Arch.AMD64, 2, 2048,
            Optional.empty(), KubernetesVersion.parse("1.36.3"), Ipv4.parse("192.168.56.11"));

    /** Another daemon knows none of them. */
    @Test
    void machine_thatAloneIsUnknown_isGone() {
        assertThat(new MachineStates(Map.of("control", MachineState.of("running"))).isGone(NODE)).isTrue();
        assertThat(new MachineStates(Map.of()).isGone(NODE)).isFalse();
        assertThat(new MachineStates(Map.of("node", MachineState.of("exited"))).isGone(NODE)).isFalse();
    }
}

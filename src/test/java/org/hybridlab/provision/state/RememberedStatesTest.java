package org.hybridlab.provision.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.Role;
import org.hybridlab.provider.TestLabs;
import org.hybridlab.provider.api.MachineState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RememberedStatesTest {
    private final Map<String, MachineState> provider = new HashMap<>();
    private long nanos = Duration.ofDays(1).toNanos();
    private int questions;
    private final RememberedStates states = new RememberedStates(cancellation -> {
        questions++;
        return Map.copyOf(provider);
    }, () -> nanos);

    @ParameterizedTest
    @CsvSource({"exited, true", "paused, true", "saved, true", "running, false", "not created, false",
            "restarting, false"})
    void controlPlane_isOff_byProvidersWord(String word, boolean off) {
        provider.put("control", MachineState.of(word));
        provider.put("node", MachineState.of("running"));

        assertThat(states.controlPlanesOff(TestLabs.linux()).isPresent()).isEqualTo(off);
    }

    @Test
    void unlistedControlPlane_isNotOff() {
        assertThat(states.controlPlanesOff(TestLabs.linux())).isEmpty();
    }

    @Test
    void silentProvider_meansNothing() {
        RememberedStates silent = new RememberedStates(cancellation -> {
            questions++;
            throw LabException.hostNotReady("provider-not-answering", "docker failed.", "");
        }, () -> nanos);

        assertThat(silent.controlPlanesOff(TestLabs.linux())).isEmpty();
        assertThat(silent.controlPlanesOff(TestLabs.linux())).isEmpty();
        assertThat(questions).as("each failure may take minutes").isOne();
    }

    /** Machines may answer all the while. */
    @Test
    @Timeout(20)
    void hangingProvider_isNotWaitedFor() {
        RememberedStates hanging = new RememberedStates(cancellation -> {
            questions++;
            return hang(cancellation);
        }, () -> nanos, Duration.ofMillis(50));

        assertThat(hanging.controlPlanesOff(TestLabs.linux())).isEmpty();
        assertThat(hanging.controlPlanesOff(TestLabs.linux())).isEmpty();
        assertThat(questions).isOne();
    }

    private static Map<String, MachineState> hang(Cancellation cancellation) {
        cancellation.pause(Duration.ofMinutes(1));
        return Map.of();
    }

    @Test
    void interruptedQuestion_isNoAnswer() {
        RememberedStates interrupted = new RememberedStates(cancellation -> {
            throw LabException.interrupted("Interrupted.");
        }, () -> nanos);

        assertThatThrownBy(() -> interrupted.controlPlanesOff(TestLabs.linux())).isInstanceOf(LabException.class);
    }

    @Test
    void slowProvider_isAskedOnce() {
        RememberedStates slow = new RememberedStates(cancellation -> {
            questions++;
            nanos += Duration.ofSeconds(5).toNanos();
            return Map.of("control", MachineState.of("Off"));
        }, () -> nanos);

        assertThat(slow.controlPlanesOff(TestLabs.linux())).contains("control is Off");
        assertThat(questions).isOne();
    }

    /** A control plane may have left the lab file and still run. */
    @Test
    void unnamedRunningMachine_mayAnswer() {
        provider.put("control", MachineState.of("exited"));
        provider.put("control3", MachineState.of("running"));

        assertThat(states.controlPlanesOff(TestLabs.linux())).isEmpty();
    }

    @Test
    void oneOfTwoControlPlanes_mayAnswer() {
        Lab lab = TestLabs.lab(NetworkMode.FLANNEL_VXLAN, Outside.direct(),
                TestLabs.machine("one", Role.CONTROL_PLANE, Os.LINUX, 10),
                TestLabs.machine("two", Role.CONTROL_PLANE, Os.LINUX, 11));
        provider.put("one", MachineState.of("exited"));
        provider.put("two", MachineState.of("running"));
        assertThat(states.controlPlanesOff(lab)).isEmpty();

        provider.put("two", MachineState.of("exited"));
        states.forget();
        assertThat(states.controlPlanesOff(lab)).contains("one is exited, two is exited");
    }

    @Test
    void oldWordForOff_isAskedAgain() {
        provider.put("control", MachineState.of("exited"));
        assertThat(states.controlPlanesOff(TestLabs.linux())).isPresent();
        assertThat(questions).isOne();
        provider.put("control", MachineState.of("running"));

        nanos += Duration.ofSeconds(3).toNanos();

        assertThat(states.controlPlanesOff(TestLabs.linux())).isEmpty();
        nanos += Duration.ofMinutes(3).toNanos();
        assertThat(states.controlPlanesOff(TestLabs.linux())).isEmpty();
        assertThat(questions).as("a machine that runs is believed").isEqualTo(2);
    }
}

package org.hybridlab.provider.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachineStateTest {
    /** Of libvirt, VirtualBox, Hyper-V, Parallels and docker, in that order. */
    @ParameterizedTest
    @ValueSource(strings = {"in shutdown", "starting", "stopping", "saving", "restoring", "live snapshotting",
        "online snapshotting", "deleting snapshot", "setting up", "Starting", "Stopping", "Saving", "Pausing",
        "Resuming", "Reset", "FastSaving", "suspending", "resuming", "pausing", "continuing", "restarting",
        "removing"})
    void wordOfTransition_isNoState_thatStays(String word) {
        MachineState state = MachineState.of(word);

        assertThat(state.kind()).isEqualTo(MachineState.Kind.CHANGING);
        assertThat(state.isStill()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"crashed", "dead", "guru meditation", "RunningCritical", "no such word"})
    void wordForDefect_isBroken(String word) {
        assertThat(MachineState.of(word).kind()).isEqualTo(MachineState.Kind.BROKEN);
        assertThat(MachineState.of(word).isStill()).isTrue();
    }

    /** VirtualBox 7 says so once the process of a machine that went on has ended: its memory is on disk as before. */
    @Test
    void abortedWhileItWentOn_isSuspended() {
        assertThat(MachineState.of("aborted-saved").kind()).isEqualTo(MachineState.Kind.SUSPENDED);
    }

    /** VirtualBox says so once the process of a machine has ended by itself. Its disk is as it was. */
    @Test
    void abortedMachine_isOff_thoughNotInOrder() {
        MachineState state = MachineState.of("aborted");

        assertThat(state.kind()).isEqualTo(MachineState.Kind.STOPPED);
        assertThat(state.isStill()).isTrue();
        assertThat(state.isShutDown()).isFalse();
        assertThat(MachineState.of("poweroff").isShutDown()).isTrue();
    }
}

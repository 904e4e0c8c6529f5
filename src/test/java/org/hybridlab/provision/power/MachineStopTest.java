package org.hybridlab.provision.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provider.vagrant.Vagrantfile;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Vagrant says of a machine's end is not always so. */
class MachineStopTest {
    private static final Duration SHORT = Duration.ofMillis(2500);

    @TempDir
    private Path folder;
    private LabContext lab;
    /** What virsh says, one after the other; the last one stays. */
    private final Deque<String> states = new ArrayDeque<>();
    private final List<String> vagrant = new ArrayList<>();
    private final QuietContext context = new QuietContext();

    @BeforeEach
    void aMachine() {
        lab = WindowsLabs.onLibvirt("""
                name: one
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}]
                """, folder, FakePrograms.printing(this::answer));
        lab.workspace().create();
    }

    @Test
    void halt_thatEndsEarly_isAwaited() {
        states.addAll(List.of("running", "in shutdown", "shut off"));

        new MachineStop(lab.created(), Duration.ofMinutes(1)).halt("control", context);

        assertThat(vagrant).containsExactly("halt");
        assertThat(lab.created().state("control", new Cancellation()).word()).isEqualTo("shut off");
    }

    @Test
    void machine_thatVagrantLeavesOn_libvirtHalts() {
        states.add("running");

        new MachineStop(lab.created(), SHORT).halt("control", context);

        assertThat(vagrant).containsExactly("halt");
        assertThat(states).as("by virsh shutdown").containsExactly("shut off");
        assertThat(context.lines()).contains("control still runs; halting it again");
    }

    @Test
    void suspended_butRunning_isTold() {
        states.add("running");

        assertThatThrownBy(() -> new MachineStop(lab.created(), SHORT).suspend("control", context))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("machine-still-runs"));
    }

    /** Its step may not end before Vagrant has pulled the plug twice. */
    @Test
    void windows_mayTakeItsTimeToShutDown() {
        states.add("running");
        Duration longest = PowerPlanner.halt(lab.created(), role -> Set.of(), new Cancellation()).step(
                "machine-halted/control").timeout();

        assertThat(longest).isGreaterThan(Vagrantfile.WINDOWS_HALT.multipliedBy(2));
    }

    @Test
    void crashedMachine_noLongerRuns() {
        states.add("crashed");

        new MachineStop(lab.created(), SHORT).halt("control", context);

        assertThat(vagrant).containsExactly("halt");
    }

    private String answer(Command command) {
        String said = "";
        if (command.words().contains("vagrant")) {
            vagrant.add(command.words().get(1));
        } else if (command.words().contains("shutdown")) {
            states.clear();
            states.add("shut off");
        } else if (command.words().contains("--all") && !command.words().contains("--uuid")) {
            String state = states.size() > 1 ? states.poll() : states.peek();
            said = " 1   %s   %s\n".formatted(lab.id().machine("control"), state);
        }
        return said;
    }
}

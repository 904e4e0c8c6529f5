package org.hybridlab.provider.libvirt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.hybridlab.provider.RecordedPower;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineSnapshots;
import org.hybridlab.provider.api.MachineState;
import org.junit.jupiter.api.Test;

/** As virsh shows a machine with a managed save: with --managed-save only it is "saved" (virsh(1)). */
class LibvirtPowerTest {
    private static final LabId ID = new LabId("first", "0a1b2c");

    private final Cancellation cancellation = new Cancellation();
    private final List<String> ran = new ArrayList<>();
    private String state = "saved";
    private String started = "running";
    private String asked = "running";
    private String saved = "";
    private final List<String> refusals = new ArrayList<>();
    private final LibvirtProvider provider = new LibvirtProvider(new FakePrograms(this::virsh), false);

    /** libvirt-guests saves machines when the host shuts down; afterwards the lab's network is off as well. */
    @Test
    void savedMachine_isSuspended_andStarted() {
        assertThat(provider.states(ID, cancellation).get("node").kind()).isEqualTo(MachineState.Kind.SUSPENDED);

        power().resume("node", line -> { }, cancellation);

        assertThat(ran).containsExactly("virsh net-start hl-first-0a1b2c", "virsh start hl-first-0a1b2c-node");
        state = "saved";
        provider.remove(ID, "node", cancellation);
        assertThat(ran).hasSize(3).last().asString().startsWith("virsh undefine hl-first-0a1b2c-node --managed-save");
    }

    /** libvirt restores the state that the machine had when it was saved. */
    @Test
    void machineSavedWhileFrozen_goesOn() {
        started = "paused";

        power().resume("node", line -> { }, cancellation);

        assertThat(ran).containsExactly("virsh net-start hl-first-0a1b2c", "virsh start hl-first-0a1b2c-node",
                "virsh resume hl-first-0a1b2c-node");
    }

    @Test
    void machine_isFrozenAndGoesOn_atOnce() {
        state = "running";
        power().suspend("node", line -> { }, cancellation);
        power().resume("node", line -> { }, cancellation);
        state = "paused";
        power().suspend("node", line -> { }, cancellation);
        power().resume("node", line -> { }, cancellation);
        power().halt("node", line -> { }, cancellation);

        assertThat(ran).containsExactly("virsh suspend hl-first-0a1b2c-node", "vagrant resume node",
                "virsh resume hl-first-0a1b2c-node", "vagrant halt node");
    }

    /** Vagrant takes a machine for unreachable whose lease of DHCP ended, and leaves it on. */
    @Test
    void machineThatStaysOn_isAskedByLibvirt() {
        state = "running";
        asked = "shut off";

        power().haltAgain("node", line -> { }, cancellation);

        assertThat(ran).containsExactly("virsh shutdown hl-first-0a1b2c-node");
    }

    @Test
    void machineThatDoesNotListen_isSwitchedOff() {
        state = "running";

        provider.power(ID, new RecordedPower(ran), Duration.ofMillis(10)).haltAgain("node", line -> { }, cancellation);

        assertThat(ran).containsExactly("virsh shutdown hl-first-0a1b2c-node", "virsh destroy hl-first-0a1b2c-node");
    }

    @Test
    void machineThatEndedMeanwhile_isLeftAlone() {
        state = "shut off";

        power().haltAgain("node", line -> { }, cancellation);

        assertThat(ran).isEmpty();
    }

    /** virsh resume refuses it. */
    @Test
    void machineThatSleeps_isLeftToVagrant() {
        state = "pmsuspended";

        power().resume("node", line -> { }, cancellation);

        assertThat(ran).containsExactly("vagrant resume node");
    }

    /** The machine's network is off after the host has booted, and a save of the same name gives way to a new one. */
    @Test
    void snapshots_areThoseOfTheDomain() {
        MachineSnapshots snapshots = provider.snapshots(ID, null);
        state = "paused";
        saved = "hybridlab-a b\n other\n\n";

        assertThat(snapshots.list("node", cancellation)).containsExactly("hybridlab-a b", "other");
        snapshots.save("node", "new", line -> { }, cancellation);
        snapshots.save("node", "other", line -> { }, cancellation);
        snapshots.restore("node", "other", line -> { }, cancellation);

        assertThat(ran).containsExactly("virsh snapshot-create-as hl-first-0a1b2c-node new",
                "virsh snapshot-delete hl-first-0a1b2c-node other",
                "virsh snapshot-create-as hl-first-0a1b2c-node other", "virsh net-start hl-first-0a1b2c",
                "virsh managedsave-remove hl-first-0a1b2c-node",
                "virsh snapshot-revert hl-first-0a1b2c-node other --force");
    }

    @Test
    void savedMachine_isFrozen_forItsSnapshot() {
        provider.snapshots(ID, null).save("node", "new", line -> { }, cancellation);

        assertThat(ran).containsExactly("virsh net-start hl-first-0a1b2c", "virsh start hl-first-0a1b2c-node --paused",
                "virsh snapshot-create-as hl-first-0a1b2c-node new");
    }

    /** A save that was cut off goes on in libvirtd. */
    @Test
    void busyDomain_isAskedAgain() {
        refusals.addAll(List.of("error: Timed out during operation: cannot acquire state change lock (held by "
                + "monitor=remoteDispatchDomainSnapshotCreateXML)", "error: cannot acquire state change lock"));
        state = "paused";

        power().resume("node", line -> { }, cancellation);

        assertThat(ran).hasSize(3).containsOnly("virsh resume hl-first-0a1b2c-node");
    }

    @Test
    void refusedSave_isTheLabsFailure() {
        state = "paused";
        refusals.add("error: internal error: No space left on device");

        assertThatThrownBy(() -> provider.snapshots(ID, null).save("node", "new", line -> { }, cancellation))
                .isInstanceOfSatisfying(LabException.class, e -> {
                    assertThat(e.id()).isEqualTo("libvirt-refused");
                    assertThat(e.why().orElseThrow()).contains("No space left");
                    assertThat(e.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
                });
    }

    private Answer virsh(Command command) {
        List<String> words = command.words().subList(command.words().indexOf("--quiet") + 1, command.words().size());
        String said = "";
        if (words.get(0).equals("list")) {
            boolean shownAsOff = state.equals("saved") && !words.contains("--managed-save");
            said = words.contains("--uuid") ? "" : " -    hl-first-0a1b2c-node   %s\n".formatted(shownAsOff ? "shut off"
                    : state);
        } else if (words.get(0).equals("net-list")) {
            said = words.contains("--all") ? "hl-first-0a1b2c\n" : "";
        } else if (words.get(0).equals("snapshot-list")) {
            said = saved;
        } else if (!words.get(0).equals("domblklist")) {
            ran.add("virsh " + String.join(" ", words));
            if (!refusals.isEmpty()) {
                return Answer.failing(refusals.remove(0));
            }
            state = words.get(0).equals("start") ? started : words.get(0).equals("shutdown") ? asked
                    : words.get(0).equals("destroy") ? "shut off" : state;
        }
        return Answer.printing(said);
    }

    private MachinePower power() {
        return provider.power(ID, new RecordedPower(ran));
    }
}

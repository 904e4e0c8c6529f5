package org.hybridlab.provider.virtualbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provider.RecordedPower;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** VirtualBox keeps a machine locked for some seconds after its process has ended (hashicorp/vagrant#8104). */
class VirtualBoxProviderTest {
    private static final LabId ID = new LabId("first", "0a1b2c");
    private static final LabResource ORPHAN =
            LabResource.named(LabResource.Kind.MACHINE, "7c1b-12", "hl-first-0a1b2c-node").orElseThrow();
    private static final String LOCKED =
            "VBoxManage: error: Cannot unregister the machine 'hl-first-0a1b2c-node' while it is locked\n";
    private static final String BUSY = "VBoxManage: error: The machine 'hl-first-0a1b2c-node' is already locked by a "
            + "session (or being locked or unlocked)\n";

    private final Manage manage = new Manage();
    private final VirtualBoxProvider provider =
            new VirtualBoxProvider(manage, Path.of("none"), Duration.ofMillis(1));
    private final Cancellation cancellation = new Cancellation();
    private final List<String> ran = new ArrayList<>();

    @Test
    void machineOfLab_lockedAfterPoweroff_isRemoved() {
        manage.states.addAll(List.of("running", "running", "poweroff"));
        manage.failures.addAll(List.of("", LOCKED, BUSY));

        provider.remove(ID, "node", cancellation);

        assertThat(manage.changes).containsExactly("controlvm poweroff", "unregistervm --delete",
                "unregistervm --delete", "unregistervm --delete");
    }

    @Test
    void orphan_lockedAfterPoweroff_isRemoved() {
        manage.states.addAll(List.of("paused", "poweroff"));
        manage.failures.addAll(List.of("", LOCKED));

        provider.remove(ORPHAN, cancellation);

        assertThat(manage.changes).containsExactly("controlvm poweroff", "unregistervm --delete",
                "unregistervm --delete");
    }

    /** It is not on yet when it is looked at, and so locked. */
    @Test
    void startingMachine_isSwitchedOff_onceItRuns() {
        manage.states.addAll(List.of("starting", "running"));
        manage.failures.add(LOCKED);

        provider.remove(ORPHAN, cancellation);

        assertThat(manage.changes).containsExactly("unregistervm --delete", "controlvm poweroff",
                "unregistervm --delete");
    }

    /** It ended by itself after it was looked at. */
    @Test
    void machine_offBeforePoweroff_isRemoved() {
        manage.states.addAll(List.of("running", "poweroff"));
        manage.failures.add("VBoxManage: error: Machine 'hl-first-0a1b2c-node' is not currently running.\n");

        provider.remove(ORPHAN, cancellation);

        assertThat(manage.changes).containsExactly("controlvm poweroff", "unregistervm --delete");
    }

    @Test
    void goneOrphan_isNoError() {
        manage.isThere = false;

        provider.remove(ORPHAN, cancellation);

        assertThat(manage.changes).isEmpty();
    }

    @Test
    void otherFailure_isToldAtOnce() {
        manage.states.add("poweroff");
        manage.failures.add("VBoxManage: error: Medium '/disk.vmdk' is locked for reading by another task\n");

        assertThatThrownBy(() -> provider.remove(ORPHAN, cancellation)).isInstanceOf(LabException.class)
                .hasMessageContaining("Medium");
        assertThat(manage.changes).hasSize(1);
    }

    @Test
    void machine_thatStaysLocked_isTold() {
        manage.states.add("poweroff");
        manage.failures.addAll(Collections.nCopies(1000, LOCKED));

        assertThatThrownBy(() -> provider.remove(ORPHAN, cancellation)).isInstanceOf(LabException.class)
                .hasMessageContaining("while it is locked");
        assertThat(manage.changes).hasSizeBetween(10, 100);
    }

    /** A fake of VBoxManage: the last state stays, and a change without a failure succeeds. */
    private static final class Manage extends FakePrograms {
        private final Deque<String> states = new ArrayDeque<>();
        private final Deque<String> failures = new ArrayDeque<>();
        private final List<String> changes = new ArrayList<>();
        private boolean isThere = true;

        @Override
        protected Answer answer(Command command) {
            List<String> words = command.words();
            if (words.get(1).equals("list")) {
                return Answer.printing(words.contains("--long") ? details() : isThere
                        ? "\"hl-first-0a1b2c-node\" {7c1b-12}\n" : "");
            }
            changes.add(words.get(1) + " " + words.get(words.size() - 1));
            String failure = failures.isEmpty() ? "" : failures.poll();
            isThere &= !(words.get(1).equals("unregistervm") && failure.isEmpty());
            return new Answer(failure.isEmpty() ? 0 : 1, "", failure);
        }

        private String details() {
            String state = states.size() > 1 ? states.poll() : states.peek();
            return isThere ? "UUID:   7c1b-12\nState:  %s (since 2026-01-02T03:04:05)\n".formatted(state) : "";
        }
    }

    @ParameterizedTest
    @CsvSource({"paused, VBoxManage controlvm 7c1b-12 resume", "saved, vagrant resume node",
        "aborted-saved, VBoxManage startvm 7c1b-12 --type headless"})
    void machine_goesOn_fromEveryState(String state, String command) {
        VirtualBoxProvider provider = new VirtualBoxProvider(FakePrograms.printing(ask -> manage(ask, state)),
                Path.of("none"));

        provider.power(ID, new RecordedPower(ran)).resume("node", line -> { }, new Cancellation());

        assertThat(ran).containsExactly(command);
    }

    private String manage(Command command, String state) {
        List<String> words = command.words();
        String said = "";
        if (!words.contains("list")) {
            ran.add(String.join(" ", words));
        } else if (words.contains("--long")) {
            said = "UUID:   7c1b-12\nState:  %s (since 2026-01-02T03:04:05)\n".formatted(state);
        } else if (words.contains("vms") || state.equals("paused")) {
            said = "\"hl-first-0a1b2c-node\" {7c1b-12}\n";
        }
        return said;
    }
}

package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.hybridlab.service.lifecycle.FrozenDomains.Domain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots and resets of two virtual machines, with their memory. */
class SnapshotsInLibvirtTest extends SavedLab {

    private static final String NAME = "hybridlab-first";

    private FrozenDomains libvirt;

    @BeforeEach
    void aWorkspace() {
        libvirt = new FrozenDomains(folder.resolve("programs"), name -> labContext().id().machine(name), "control",
                "node");
        open(WindowsLabs.onLibvirt(DUO, folder, libvirt));
    }

    @Test
    void save_freezesAllMachines_thenTheyRun() {
        save();

        assertThat(libvirt.torn).isEmpty();
        assertThat(libvirt.domains.values()).allMatch(domain -> domain.state().equals("running"));
        assertThat(libvirt.ran()).noneMatch(words -> words.startsWith("vagrant halt"));
    }

    @Test
    void save_ofMachinesOff_leavesThemOff() {
        libvirt.all(domain -> new Domain("shut off", domain.memory(), domain.behind()));

        save();

        assertThat(libvirt.domains.values()).allMatch(domain -> domain.state().equals("shut off"));
    }

    @Test
    void reset_bringsMemoryBack_andSetsClocks() {
        save();
        libvirt.all(domain -> new Domain("running", "spoiled", Duration.ZERO));
        libvirt.commands.clear();

        assertThat(reset().green()).isTrue();

        assertThat(libvirt.domains.values()).containsOnly(new Domain("running", "first", Duration.ZERO));
        assertThat(libvirt.ran()).noneMatch(words -> words.startsWith("vagrant halt")
                || words.startsWith("vagrant up"));
        assertThat(libvirt.units).contains("control: systemctl try-restart kubelet",
                "node: systemctl try-restart kubelet");
    }

    /** A snapshot of a machine that is off has no memory. */
    @Test
    void save_ofSavedMachines_keepsTheirMemory() {
        libvirt.saveAll();

        save();

        assertThat(libvirt.torn).isEmpty();
        assertThat(libvirt.domains.values()).containsOnly(new Domain("running", "first", Duration.ZERO));
        libvirt.all(domain -> new Domain("running", "spoiled", Duration.ZERO));
        assertThat(reset().green()).isTrue();
        assertThat(libvirt.domains.values()).containsOnly(new Domain("running", "first", Duration.ZERO));
    }

    /** The next start would take it, and write over the disk as it knows it. */
    @Test
    void reset_ofSavedMachines_removesTheirOldMemory() {
        save();
        libvirt.all(domain -> new Domain("running", "later", Duration.ZERO));
        libvirt.saveAll();

        assertThat(reset().green()).isTrue();
        assertThat(libvirt.domains.values()).containsOnly(new Domain("running", "first", Duration.ZERO));

        libvirt.all(domain -> new Domain("shut off", "", Duration.ZERO));
        assertThat(labContext().created().state("node", new Cancellation()).word()).isEqualTo("shut off");
    }

    @Test
    void reset_toMachinesOff_startsNoOldMemory() {
        libvirt.all(domain -> new Domain("shut off", "", Duration.ZERO));
        save();
        libvirt.all(domain -> new Domain("running", "later", Duration.ZERO));
        libvirt.saveAll();

        assertThat(reset().green()).isTrue();

        assertThat(libvirt.torn).isEmpty();
        assertThat(libvirt.domains.values()).allMatch(domain -> domain.state().equals("shut off"));
    }

    @Test
    void reset_startsMachines_afterAllAreBack() {
        save();
        libvirt.commands.clear();

        reset();

        int lastRestored = libvirt.ran().lastIndexOf(libvirt.ran().stream().filter(words -> words.contains(
                "snapshot-revert")).reduce((one, other) -> other).orElseThrow());
        assertThat(libvirt.ran().subList(0, lastRestored)).noneMatch(words -> words.contains("--quiet resume"));
    }

    /** No reset to it would ever work. */
    @Test
    void save_withoutOneMachine_isRefused_first() {
        Domain node = libvirt.domains.remove("node");
        refusesSave("node is not created; a snapshot is of all machines.");

        libvirt.domains.put("node", new Domain("crashed", node.memory(), node.behind()));
        refusesSave("node is crashed; a snapshot is of all machines.");
    }

    /** It would stand still meanwhile, and be missing in the snapshot. */
    @Test
    void save_besideUnnamedMachine_isRefused_first() {
        libvirt.domains.put("control2", new Domain("running", "first", Duration.ZERO));

        refusesSave("snapshot-of-other-machines", "control2 is there, and the lab file does not name it; a snapshot "
                + "is of all machines.");
    }

    /** QEMU writes it into the machine's disk, and a machine whose disk is full stands still. */
    @Test
    void save_withoutRoomForMemory_isRefused_first() {
        libvirt.pool = "/proc";
        refusesSave("snapshot-limit", "The snapshot would take up to 5293 MB, and libvirt's storage has 0 MB left.");

        libvirt.domains.computeIfPresent("node", (name, domain) -> new Domain("shut off", "", Duration.ZERO));
        refusesSave("snapshot-limit", "The snapshot would take up to 3145 MB, and libvirt's storage has 0 MB left.");

        libvirt.all(domain -> new Domain("shut off", "", Duration.ZERO));
        save();
    }

    /** What a machine has not used of its memory takes no room. */
    @Test
    void save_takesRoom_ofUsedMemory() throws IOException {
        libvirt.pool = folder.toString();
        long freeMiB = Files.getFileStore(folder).getUsableSpace() >> 20;
        lab = WindowsLabs.onLibvirt(DUO.replace("3000MiB", 2 * freeMiB + "MiB"), folder, libvirt);
        libvirt.resident = "rss " + (freeMiB << 11);

        assertThatThrownBy(() -> save(new Cancellation())).hasMessageContaining("The snapshot would take up to");

        libvirt.resident = "rss 524288";
        save();
    }

    /** Nobody could free it otherwise: `snapshot list` shows none of it. */
    @Test
    void save_getsTheRoom_ofInterruptedOne() {
        save();
        store().delete("first");
        store().begin("first", "duo");
        libvirt.pool = "/proc";
        libvirt.met = "snapshot-delete";
        libvirt.meeting = () -> libvirt.pool = "";

        save();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/not/there"})
    void save_whereRoomIsUnknown_isTried(String pool) {
        libvirt.pool = pool;

        save();
    }

    private void refusesSave(String why) {
        refusesSave("snapshot-needs-machines", why);
    }

    private void refusesSave(String id, String why) {
        LabException e = failure(() -> save(new Cancellation()));
        assertThat(e.id()).isEqualTo(id);
        assertThat(e.what()).isEqualTo(why);
        assertThat(e.advice()).isNotBlank();
        assertThat(libvirt.ran()).noneMatch(words -> words.contains("--quiet suspend"));
        assertThat(store().all()).isEmpty();
    }

    @Test
    void save_withSilentProvider_freezesNone() {
        libvirt.failing = "--quiet list";

        assertThat(failure(() -> save(new Cancellation())).id()).isEqualTo("provider-not-answering");
    }

    /** What it has of the others is of no use, and would stay for good. */
    @Test
    void save_thatFailsHalfWay_leavesNothing() {
        libvirt.failing = "snapshot-create-as " + labContext().id().machine("node");

        assertThat(save(new Cancellation()).green()).isFalse();

        assertThat(libvirt.has(NAME, "control")).isFalse();
        assertThat(store().unfinished()).isEmpty();
        assertThat(libvirt.domains.values()).allMatch(domain -> domain.state().equals("running"));
    }

    @Test
    void save_thatCannotFreezeOne_freezesNone() {
        libvirt.failing = "--quiet suspend " + labContext().id().machine("node");

        assertThat(save(new Cancellation()).green()).isFalse();

        assertThat(libvirt.domains.values()).allMatch(domain -> domain.state().equals("running"));
        assertThat(libvirt.ran()).noneMatch(words -> words.contains("--quiet snapshot"));
    }

    /** It is not listed, and its place is taken all the same. */
    @Test
    void save_overUnreadableSnapshot_freezesNone() {
        labContext().workspace().write("snapshots/first/manifest.json", "of another version");

        assertThat(failure(() -> save(new Cancellation())).id()).isEqualTo("snapshot-exists");

        assertThat(libvirt.ran()).noneMatch(words -> words.contains("--quiet suspend"));
    }

    @Test
    void delete_ofUnreadableSnapshot_takesTheProviders() {
        save();
        assertThat(libvirt.has(NAME, "control")).isTrue();
        labContext().workspace().write("snapshots/first/manifest.json", "of another version");
        assertThat(store().unreadable()).containsExactly("first");

        try (LabLock lock = lock()) {
            LabRun run = new LabRun(context(), labContext(), lock);
            assertThat(run.stepsRan()).isFalse();
            assertThat(run.run(new SnapshotPlanner(labContext()).deleteUnreadable("first", new Cancellation()),
                    Agreement.ALL).green()).isTrue();
            assertThat(run.stepsRan()).isTrue();
        }

        assertThat(libvirt.has(NAME, "control")).isFalse();
        assertThat(libvirt.has(NAME, "node")).isFalse();
    }

    /** Nothing can end that reset any more, so its advice must be another. */
    @Test
    void cutOffReset_withoutSnapshot_saysWhatNext() {
        save();
        state().beginReset("first");
        libvirt.makeAgain("node");

        try (LabLock lock = lock()) {
            LabException e = failure(() -> new LabReset(context(), labContext(), lock).finishEarlier());
            assertThat(e.id()).isEqualTo("reset-not-ended");
            assertThat(e.advice()).contains("hybridlab reset duo NAME", "hybridlab destroy duo");
        }
    }

    @Test
    void unfinishedSnapshot_notRemoved_staysNoted() {
        save();
        store().delete("first");
        store().begin("first", "duo");
        libvirt.failing = "snapshot-delete";

        try (LabLock lock = lock()) {
            new ProviderSave(context(), labContext(), lock).save("second");
        }

        assertThat(store().unfinished()).contains("first");
    }

    @Test
    void interruptedSave_letsAllMachinesGoOn() {
        Cancellation cancellation = new Cancellation();
        libvirt.met = "snapshot-create-as " + labContext().id().machine("node");
        libvirt.meeting = cancellation::request;

        assertThat(save(cancellation).interrupted()).isTrue();

        assertThat(libvirt.domains.values()).allMatch(domain -> domain.state().equals("running"));
        assertThat(libvirt.has(NAME, "control")).isFalse();
    }

    @Test
    void killedSave_isRemoved_byTheNext() {
        save();
        store().delete("first");
        store().begin("first", "duo");
        assertThat(libvirt.has(NAME, "node")).isTrue();

        try (LabLock lock = lock()) {
            new ProviderSave(context(), labContext(), lock).removeUnfinished();
        }

        assertThat(libvirt.has(NAME, "node")).isFalse();
        assertThat(store().unfinished()).isEmpty();
    }

    /** All others would lose what they have, and nothing could bring the lab back. */
    @Test
    void reset_withMachineMadeAgain_isRefused() {
        save();
        libvirt.all(domain -> new Domain("running", "later", Duration.ZERO));
        libvirt.makeAgain("node");

        LabException e = failure(this::reset);
        assertThat(e.id()).isEqualTo("snapshot-damaged");
        assertThat(e.what()).startsWith("node has nothing of the snapshot 'first'");

        assertThat(libvirt.domains.get("control")).isEqualTo(new Domain("running", "later", Duration.ZERO));
        assertThat(state().resetTo()).isEmpty();
    }

    /** Else the next `up` would destroy what was just set back. */
    @Test
    void reset_endsReplacements_ofItsMachines() {
        save();
        state().beginRecreating("node");

        assertThat(reset().green()).isTrue();

        assertThat(state().recreating()).isEmpty();
    }

    @Test
    void otherCommands_waitForTheEndOfResets() {
        LabReset.mustBeOver(labContext().workspace(), "duo", "nothing is as it was.");
        state().beginReset("first");

        LabException e = failure(() -> LabReset.mustBeOver(labContext().workspace(), "duo", "nothing is as it was."));
        assertThat(e.id()).isEqualTo("reset-not-ended");
        assertThat(e.advice()).startsWith("Run `hybridlab up duo` first");
    }

    private void save() {
        assertThat(new SnapshotPlanner(labContext()).keepsMemory()).isTrue();
        assertThat(save(new Cancellation()).green()).isTrue();
    }

    private RunResult save(Cancellation cancellation) {
        try (LabLock lock = lock()) {
            return new ProviderSave(context().with(cancellation), labContext(), lock).save("first");
        }
    }

    private RunResult reset() {
        return reset("first");
    }
}

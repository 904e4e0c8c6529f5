package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provision.context.BoxSource;
import org.hybridlab.provision.context.LabBoxes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.windows.WindowsLabs;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resets of a lab whose box is gone, as after an upgrade of hybridlab or {@code docker system prune -a}. */
class ResetBoxTest {
    private static final String LAB = "name: duo\nkubernetes: 1.36\nmachines: [{name: control, role: control-plane, "
            + "memory: 3000MiB}, {name: node}]\n";
    private static final String BUILT = "the box is built";

    @TempDir
    private Path folder;
    private final FrozenContainers docker = new FrozenContainers("control", "node");
    private boolean offline;
    private boolean unknown;
    private LabContext lab;
    private SnapshotStore store;

    @BeforeEach
    void aSnapshot_andNoBox() {
        LabContext made = WindowsLabs.onDocker(LAB, folder, docker);
        lab = new LabContext(made.open(), made.created(), made.remembered(), made.facts(), made.templates(),
                made.files(), made.registries(), new LabBoxes(made.lab(), made.files(), new Box(),
                        made.boxes().payload()), made.bundles(), made.processes(), made.environment());
        lab.workspace().create();
        store = new SnapshotStore(lab.workspace());
        try (LabLock lock = lock()) {
            assertThat(new LabRun(context(), lab, lock).run(new SnapshotPlanner(lab).save("first"), Agreement.ALL)
                    .green()).isTrue();
        }
        docker.hasBox = false;
        docker.ran.clear();
    }

    @Test
    void remake_getsTheBox_beforeItRemoves() {
        Map<String, Map<String, String>> then = docker.files();

        assertThat(reset(Set.of("control", "node")).green()).isTrue();

        builtOnce_beforeTheFirstRemoval();
        assertThat(docker.files()).isEqualTo(then);
    }

    @Test
    void boxNotToBeHad_leavesMachinesAlone() {
        offline = true;
        Map<String, FrozenMachine> before = Map.copyOf(docker.machines);

        assertThat(reset(Set.of("control", "node")).failures()).singleElement().satisfies(step ->
                assertThat(step.failure().orElseThrow().id()).isEqualTo("box-not-built"));

        assertThat(docker.machines).isEqualTo(before);
        assertThat(docker.machines.values()).allMatch(one -> one.state.equals("running"));
        assertThat(store.resetUnderWay()).isEmpty();
    }

    @Test
    void prunedMachines_areMadeOfNewBox() {
        docker.machines.clear();

        assertThat(reset(Set.of()).green()).isTrue();

        assertThat(docker.ran).containsOnlyOnce(BUILT);
        assertThat(docker.machines.values()).hasSize(2).allMatch(one -> one.state.equals("running"));
    }

    /** By earlier versions, which removed machines before they knew that there is no box. */
    @Test
    void resetWithoutMachines_isEndedByNextUp() {
        docker.machines.clear();
        store.resetBegins("first");

        try (LabLock lock = lock()) {
            assertThat(new LabReset(context(), lab, lock).finishEarlier("duo")).isEmpty();
        }

        assertThat(store.resetUnderWay()).isEmpty();
    }

    @Test
    void dirtyMachine_staysUntilBoxIsThere() {
        docker.refuses("sh -c true sh", 1);

        assertThat(reset(Set.of()).green()).isTrue();

        builtOnce_beforeTheFirstRemoval();
    }

    /** The machine's own box lacks what it lost, and of the one that it would be made from nobody knows. */
    @Test
    void unknownBox_isNotTakenForAbsent() {
        docker.machines.get("node").images.add("9 blobs/of-the-newer-box");
        try (LabLock lock = lock()) {
            new LabRun(context(), lab, lock).run(new SnapshotPlanner(lab).save("second"), Agreement.ALL);
        }
        docker.machines.get("node").images.clear();
        docker.ran.clear();
        unknown = true;

        try (LabLock lock = lock()) {
            assertThat(new LabReset(context(), lab, lock).to(store.find(Optional.of("second"), "duo"), Set.of())
                    .green()).isTrue();
        }

        builtOnce_beforeTheFirstRemoval();
    }

    /** What the snapshot has is what differs from the earlier box. */
    @Test
    void rebuiltBox_makesNoMachineAgain() {
        docker.boxImage = "rebuilt";
        Map<String, FrozenMachine> before = Map.copyOf(docker.machines);

        assertThat(reset(Set.of("control", "node")).failures()).singleElement().satisfies(step ->
                assertThat(step.failure().orElseThrow().id()).isEqualTo("snapshot-of-other-box"));

        assertThat(docker.machines).isEqualTo(before);
        assertThat(store.resetUnderWay()).isEmpty();
    }

    @Test
    void machines_ofRebuiltBox_areNotSetBack() {
        docker.image = "rebuilt";

        assertThat(reset(Set.of()).failures()).singleElement().satisfies(step ->
                assertThat(step.failure().orElseThrow().id()).isEqualTo("snapshot-of-other-box"));

        assertThat(store.resetUnderWay()).isEmpty();
    }

    @Test
    void machinesThatStay_needNoBox() {
        offline = true;
        docker.machines.get("node").state = "exited";

        assertThat(reset(Set.of()).failures()).isEmpty();

        assertThat(docker.ran).noneMatch(line -> line.startsWith("docker rm --force"));
    }

    private void builtOnce_beforeTheFirstRemoval() {
        assertThat(docker.ran).containsOnlyOnce(BUILT);
        String removal = docker.ran.stream().filter(line -> line.startsWith("docker rm") && line.contains("id-"))
                .findFirst().orElseThrow();
        assertThat(docker.ran.indexOf(BUILT)).isLessThan(docker.ran.indexOf(removal));
    }

    private RunResult reset(Set<String> again) {
        try (LabLock lock = lock()) {
            return new LabReset(context(), lab, lock).to(store.find(Optional.of("first"), "duo"), again);
        }
    }

    private LabLock lock() {
        lab.forgetStates();
        return LabLock.acquire(context().runFolder(lab.workspace()), Clock.systemUTC());
    }

    private ServiceContext context() {
        return new ServiceContext(Map.of(), folder, folder, UserFolders.of(Map.of(), folder), docker,
                new Cancellation(), false, ServiceListener.lines(line -> { }), null);
    }

    /** Of docker; it can be built unless this host is offline. */
    private final class Box implements BoxSource {
        @Override
        public String name() {
            return "hybridlab/linux:1.36.3-amd64-0123456789ab";
        }

        @Override
        public boolean isStock() {
            return false;
        }

        @Override
        public boolean exists(Cancellation cancellation) {
            if (unknown) {
                throw LabException.hostNotReady("provider-not-answering", "docker failed.", "");
            }
            return docker.hasBox;
        }

        @Override
        public synchronized void ensure(Fetching fetching) {
            if (offline && !docker.hasBox) {
                throw LabException.hostNotReady("box-not-built", "The box could not be built.", "Go online.");
            }
            if (!docker.hasBox) {
                docker.ran.add(BUILT);
                docker.hasBox = true;
            }
        }
    }
}

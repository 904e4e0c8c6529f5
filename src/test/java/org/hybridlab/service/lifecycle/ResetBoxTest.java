package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.provision.context.BoxSource;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Resets of a lab whose box is gone, as after an upgrade of hybridlab or {@code docker system prune -a}. */
class ResetBoxTest extends SavedLab {
    private static final String BUILT = "the box is built";

    private final FrozenContainers docker = new FrozenContainers("control", "node");
    private boolean offline;
    private boolean unknown;

    @BeforeEach
    void aSnapshot_andNoBox() {
        LabContext made = WindowsLabs.onDocker(DUO, folder, docker);
        open(new FakeParts(made).box(new Box()).labContext());
        assertThat(save("first").green()).isTrue();
        docker.hasBox = false;
        docker.commands.clear();
    }

    @Test
    void remake_getsTheBox_beforeItRemoves() {
        Map<String, Map<String, String>> then = docker.files();

        assertThat(reset("first", "control", "node").green()).isTrue();

        builtOnce_beforeTheFirstRemoval();
        assertThat(docker.files()).isEqualTo(then);
    }

    @Test
    void boxNotToBeHad_leavesMachinesAlone() {
        offline = true;
        Map<String, FrozenMachine> before = Map.copyOf(docker.machines);

        assertThat(reset("first", "control", "node").failures()).singleElement().satisfies(step ->
                assertThat(step.failure().orElseThrow().id()).isEqualTo("box-not-built"));

        assertThat(docker.machines).isEqualTo(before);
        assertThat(docker.machines.values()).allMatch(one -> one.state.equals("running"));
        assertThat(state().resetTo()).isEmpty();
    }

    @Test
    void prunedMachines_areMadeOfNewBox() {
        docker.machines.clear();

        assertThat(reset("first").green()).isTrue();

        assertThat(docker.ran()).containsOnlyOnce(BUILT);
        assertThat(docker.machines.values()).hasSize(2).allMatch(one -> one.state.equals("running"));
    }

    /** By earlier versions, which removed machines before they knew that there is no box. */
    @Test
    void resetWithoutMachines_isEndedByNextUp() {
        docker.machines.clear();
        state().beginReset("first");

        assertThat(finishEarlier()).isEmpty();

        assertThat(state().resetTo()).isEmpty();
    }

    @Test
    void dirtyMachine_staysUntilBoxIsThere() {
        docker.refuses("sh -c true sh", 1);

        assertThat(reset("first").green()).isTrue();

        builtOnce_beforeTheFirstRemoval();
    }

    /** The machine's own box lacks what it lost, and of the one that it would be made from nobody knows. */
    @Test
    void unknownBox_isNotTakenForAbsent() {
        docker.machines.get("node").images.add("9 blobs/of-the-newer-box");
        save("second");
        docker.machines.get("node").images.clear();
        docker.commands.clear();
        unknown = true;

        assertThat(reset("second").green()).isTrue();

        builtOnce_beforeTheFirstRemoval();
    }

    /** What the snapshot has is what differs from the earlier box. */
    @Test
    void rebuiltBox_makesNoMachineAgain() {
        docker.boxImage = "rebuilt";
        Map<String, FrozenMachine> before = Map.copyOf(docker.machines);

        assertThat(reset("first", "control", "node").failures()).singleElement().satisfies(step ->
                assertThat(step.failure().orElseThrow().id()).isEqualTo("snapshot-of-other-box"));

        assertThat(docker.machines).isEqualTo(before);
        assertThat(state().resetTo()).isEmpty();
    }

    /** As after an upgrade, and machines that were replaced since. */
    @Test
    void machinesOfOtherBox_areMadeAgain() {
        docker.image = "newer";

        assertThat(reset("first").failures()).isEmpty();

        builtOnce_beforeTheFirstRemoval();
        assertThat(docker.machines.values()).hasSize(2).allMatch(one -> one.state.equals("running"));
    }

    @Test
    void machines_ofRebuiltBox_areNotSetBack() {
        docker.image = "rebuilt";
        docker.boxImage = "rebuilt";

        assertThat(reset("first").failures()).singleElement().satisfies(step ->
                assertThat(step.failure().orElseThrow().id()).isEqualTo("snapshot-of-other-box"));

        assertThat(state().resetTo()).isEmpty();
    }

    @Test
    void machinesThatStay_needNoBox() {
        offline = true;
        docker.machines.get("node").state = "exited";

        assertThat(reset("first").failures()).isEmpty();

        assertThat(docker.ran()).noneMatch(line -> line.startsWith("docker rm --force"));
    }

    private void builtOnce_beforeTheFirstRemoval() {
        assertThat(docker.ran()).containsOnlyOnce(BUILT);
        String removal = docker.ran().stream().filter(line -> line.startsWith("docker rm") && line.contains("id-"))
                .findFirst().orElseThrow();
        assertThat(docker.ran().indexOf(BUILT)).isLessThan(docker.ran().indexOf(removal));
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
                docker.commands.add(Command.of(BUILT));
                docker.hasBox = true;
            }
        }
    }
}

package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.snapshot.FreshSnapshot;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real docker takes its time, and may be killed while it copies; this one does all at once or waits to be asked. */
class FreshSnapshotTest {
    private static final String LAB = "name: duo\nkubernetes: 1.36\nmachines: [{name: control, role: control-plane}, "
            + "{name: node}]\n";
    private static final Duration AGES = Duration.ofSeconds(50);

    @TempDir
    private Path folder;
    private final FrozenContainers docker = new FrozenContainers("control", "node");
    private final List<String> messages = new ArrayList<>();
    private final Cancellation user = new Cancellation();

    @Test
    void firstUp_isSaved_andMachinesGoOn() {
        LabContext lab = lab(docker);

        take(lab, AGES);

        assertThat(new SnapshotStore(lab.workspace()).all()).extracting(Snapshot::name).containsExactly("fresh");
        assertThat(messages).containsExactly("Saved the snapshot fresh. To set the lab back to it: "
                + "hybridlab reset duo");
        assertThat(docker.machines.values()).allMatch(one -> one.state.equals("running"));
    }

    @Test
    void slowHost_isGivenUp() {
        LabContext lab = lab(slow(() -> { }));

        take(lab, Duration.ofMillis(300));

        nothingIsLeft(lab);
        assertThat(messages).containsExactly("The snapshot fresh was not saved: it would take more than 0 s. "
                + "To save it: hybridlab snapshot save duo fresh");
    }

    @Test
    void ctrlC_endsIt_andMachinesGoOn() {
        LabContext lab = lab(slow(user::request));

        assertThat(failure(() -> take(lab, AGES)).isInterruption()).isTrue();

        nothingIsLeft(lab);
    }

    @Test
    void failure_isTold_andNoMore() {
        docker.machines.get("node").state = "exited";
        LabContext lab = lab(docker);

        take(lab, AGES);

        assertThat(messages).singleElement().asString().startsWith("The snapshot fresh was not saved: node is exited;");
    }

    /** Nothing else would say so, as the lab came up well. */
    @Test
    void machineThatStaysFrozen_isAFailure() {
        docker.refuses("unpause id-node", 100);
        LabContext lab = lab(docker);

        assertThat(failure(() -> take(lab, AGES)).id()).isEqualTo("machines-frozen");

        assertThat(lab.workspace().folder().resolve("snapshots")).isEmptyDirectory();
    }

    @Test
    void labThatIsNotWell_isTold() {
        LabContext lab = lab(docker);

        new FreshSnapshot(lab, AGES).take("duo", false, messages::add, user);

        assertThat(docker.ran()).isEmpty();
        assertThat(messages).containsExactly("The snapshot fresh was not saved: not all checks passed. "
                + "To save it: hybridlab snapshot save duo fresh");
    }

    /** It would take longer than an up may. */
    @Test
    void largeLab_getsNone() {
        LabContext lab = WindowsLabs.onDocker(LAB.replace("name: node}", "name: node, count: 4}"), folder, docker);
        lab.workspace().create();

        take(lab, AGES);

        assertThat(docker.ran()).isEmpty();
        assertThat(messages).isEmpty();
    }

    @Test
    void labWithSnapshots_getsNone() {
        LabContext lab = lab(docker);
        take(lab, AGES);
        docker.commands.clear();

        take(lab, AGES);

        assertThat(docker.ran()).isEmpty();
        assertThat(messages).hasSize(1);
    }

    @Test
    void otherProviders_areLeftAlone() {
        LabContext lab = WindowsLabs.onLibvirt(LAB, folder, docker);
        lab.workspace().create();

        take(lab, AGES);

        assertThat(docker.ran()).isEmpty();
        assertThat(messages).isEmpty();
    }

    private void nothingIsLeft(LabContext lab) {
        assertThat(new SnapshotStore(lab.workspace()).all()).isEmpty();
        assertThat(lab.workspace().folder().resolve("snapshots")).isEmptyDirectory();
        assertThat(docker.machines.values()).allMatch(one -> one.state.equals("running"));
    }

    private void take(LabContext lab, Duration within) {
        new FreshSnapshot(lab, within).take("duo", true, messages::add, user);
    }

    private LabContext lab(Processes processes) {
        LabContext lab = WindowsLabs.onDocker(LAB, folder, processes);
        lab.workspace().create();
        return lab;
    }

    /** Copies until it is cancelled, as {@code LocalProcesses} ends a program then. */
    private Processes slow(Runnable whileCopying) {
        return (command, lines, cancellation) -> {
            if (command.words().get(1).equals("cp")) {
                whileCopying.run();
                cancellation.pause(AGES);
            }
            return docker.run(command, lines, cancellation);
        };
    }
}

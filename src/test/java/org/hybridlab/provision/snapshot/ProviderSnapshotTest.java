package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.snapshot.ProviderSnapshot.Work;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Vagrant is told of a virtual machine's snapshot, where the provider leaves it to Vagrant. */
class ProviderSnapshotTest {
    private static final String LAB = """
            name: shots
            kubernetes: 1.36
            provider: virtualbox
            machines: [{name: control, role: control-plane}, {name: node}]
            """;
    private static final String NAME = Snapshot.inVagrant("lesson-2");

    private static final String LIST = "1,node,ui,detail,other\n1,node,ui,detail," + NAME + "\n";

    private final QuietContext context = new QuietContext();

    @TempDir
    private Path folder;

    @Test
    void save_takesItOfThatMachineAlone() {
        assertThat(told(Work.SAVE, "node", LIST)).first().asString().startsWith("vagrant snapshot save")
                .contains("node", NAME).doesNotContain("control");
    }

    /** As Vagrant does of a machine that is not created: it says so, and ends well. */
    @Test
    void save_thatTookNothing_fails() {
        for (String machine : List.of("node", "elsewhere")) {
            assertThatThrownBy(() -> told(Work.SAVE, machine, "")).as(machine).isInstanceOfSatisfying(
                    LabException.class, e -> assertThat(e.id()).isEqualTo("snapshot-not-taken"));
        }
    }

    /** Vagrant would run its provisioners otherwise, and start what others are not ready for. */
    @Test
    void restore_goesBackAndKeepsTheSnapshot() {
        HealthyLab lab = new HealthyLab(folder, LAB);
        lab.labContext.created().power().halt("node", line -> { }, context.cancellation());

        assertThat(told(lab, Work.RESTORE, "node")).last().asString()
                .startsWith("vagrant snapshot restore").contains("node", NAME, "--no-provision", "--no-start");
    }

    /** Vagrant's Hyper-V starts it whatever it is told; others that are set back later would come after it. */
    @Test
    void restore_thatStartsMachine_halts_again() {
        HealthyLab lab = new HealthyLab(folder, LAB);

        assertThat(told(lab, Work.RESTORE, "node")).map(line -> line.replaceFirst(" node.*", "")).containsSubsequence(
                "vagrant snapshot restore --no-provision --no-start", "vagrant halt");
    }

    @Test
    void delete_ofOneThatIsThere_deletesIt() {
        assertThat(told(Work.DELETE, "node", LIST)).last()
                .asString().startsWith("vagrant snapshot delete").contains("node", NAME);
    }

    /** An earlier delete was cut off, or the machine was made again. */
    @Test
    void delete_ofMissingSnapshot_isDone() {
        assertThat(told(Work.DELETE, "node", "1,node,ui,detail,other\n1,node,ui,output,%s\n"
                .formatted(NAME)))
                .noneMatch(line -> line.startsWith("vagrant snapshot delete"));
    }

    @Test
    void delete_ofMissingMachine_asksVagrantNothing() {
        assertThat(told(Work.DELETE, "elsewhere", "")).isEmpty();
    }

    private List<String> told(Work work, String machine, String list) {
        HealthyLab lab = new HealthyLab(folder, LAB);
        lab.machines.answerOnHost(words -> words.contains("snapshot list") ? list : "");
        return told(lab, work, machine);
    }

    private List<String> told(HealthyLab lab, Work work, String machine) {
        new ProviderSnapshot(lab.labContext.created(), machine, "lesson-2", work).run(context);
        return lab.machines.told().stream().filter(line -> line.startsWith("vagrant")).toList();
    }
}

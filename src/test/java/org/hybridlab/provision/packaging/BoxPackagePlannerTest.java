package org.hybridlab.provision.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hybridlab.artifact.box.PackagedNote;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fakes: VBoxManage, ssh and vagrant, which say what the machine would have done. */
class BoxPackagePlannerTest {
    private static final PackagedNote NOTE = new PackagedNote("hybridlab/it", "hybrid/win", "acme/windows", 20348);

    @TempDir
    private Path folder;
    private LabContext labContext;
    private Machine win;
    private final List<String> told = new ArrayList<>();
    private boolean off;
    private boolean prepared = true;

    @BeforeEach
    void aLabWithARunningMachine() {
        labContext = WindowsLabs.labContext("vxlan-services", folder, new FakePrograms(this::pretend));
        win = labContext.lab().machine("win").orElseThrow();
        labContext.workspace().create();
        labContext.workspace().write("ssh/known_hosts", "win ssh-ed25519 AAAA\ncontrol ssh-ed25519 AAAA\n");
    }

    @Test
    void packagedMachine_off_hasLeftTheCluster() {
        run(BoxPackagePlanner.plan(labContext, win, NOTE));

        assertThat(told).containsSubsequence("remove.ps1", "box.ps1", "vagrant package win",
                "vagrant box add hybridlab/it");
        assertThat(told.indexOf("off")).isBetween(told.indexOf("box.ps1"), told.indexOf("vagrant package win"));
    }

    @Test
    void packagedBox_describesItself_andLeavesNothingBeside() throws IOException {
        run(BoxPackagePlanner.plan(labContext, win, NOTE));

        assertThat(labContext.workspace().folder().resolve("box/info.json")).content()
                .contains("\"packagedFrom\":\"hybrid/win\"", "\"base\":\"acme/windows\"", "\"build\":20348");
        assertThat(labContext.workspace().folder().resolve("box/packaged.box")).doesNotExist();
        assertThat(Files.readString(labContext.workspace().knownHosts())).as("its host keys are gone")
                .isEqualTo("control ssh-ed25519 AAAA\n");
    }

    @Test
    void packagedNode_isDrainedBefore_andGoesAfter() {
        labContext.workspace().write("kubernetes/ca.crt", "");

        Plan plan = BoxPackagePlanner.plan(labContext, win, NOTE);

        assertThat(plan.steps()).extracting(Step::id).containsExactly("node-drained/win", "lab-removed/win",
                "node-left/win", "machine-generalized/win", "box-packaged/win");
        assertThat(plan.step("lab-removed/win").needs()).isEqualTo(Set.of("node-drained/win"));
        assertThat(plan.step("machine-generalized/win").needs()).isEqualTo(Set.of("node-left/win"));
    }

    /** Nobody could take the node out of the cluster. */
    @Test
    void packagedNode_withLostKubeconfig_isRefused() {
        labContext.workspace().write("kubernetes/ca.crt", "");

        assertThat(refused(labContext, "win")).isEqualTo("kubeconfig-unreadable");
    }

    /** The switch of the pod network goes with it, which may break the connection as its making does. */
    @Test
    void labRemoved_withConnectionLost_isTriedAgain() {
        Step removed = BoxPackagePlanner.plan(labContext, win, NOTE).step("lab-removed/win");

        assertThat(removed.retry().on()).contains("ssh-lost", "ssh-not-ready", "upload-failed");
        assertThat(removed.retry().attempts()).isGreaterThan(1);
    }

    @Test
    void aMachineThatIsPreparedMayGo() {
        PackableMachine.check(labContext, win, new Cancellation());

        assertThat(told).containsExactly("look", "look");
    }

    @Test
    void othersMayNotAndAreNotTouched() {
        assertThat(refused(labContext, "control")).isEqualTo("box-linux-machine");
        prepared = false;
        assertThat(refused(labContext, "win")).isEqualTo("machine-not-prepared");
        prepared = true;
        off = true;
        labContext.forgetStates();
        assertThat(refused(labContext, "win")).isEqualTo("machine-not-prepared");
        assertThat(told).allMatch("look"::equals);
    }

    @Test
    void whereVagrantCannotPackageItSaysSo() {
        LabContext there = WindowsLabs.created(folder.resolve("lab.yaml"), ProviderName.HYPERV, folder);

        assertThat(refused(there, "win")).isEqualTo("box-provider-unfit");
    }

    private static String refused(LabContext there, String machine) {
        LabException[] failure = new LabException[1];
        assertThatThrownBy(() -> PackableMachine.check(there, there.lab().machine(machine).orElseThrow(),
                new Cancellation())).isInstanceOfSatisfying(LabException.class, e -> failure[0] = e);
        return failure[0].id();
    }

    private static void run(Plan plan) {
        QuietContext context = new QuietContext();
        plan.steps().forEach(step -> step.action().run(context));
    }

    private Answer pretend(Command command) {
        String words = FakePrograms.line(command);
        String name = "\"" + labContext.id().machine("win") + "\" {0123}\n";
        if (words.startsWith("VBoxManage list")) {
            return Answer.printing(words.endsWith("runningvms") && off ? "" : name);
        }
        if (words.contains(" type ")) {
            told.add("look");
            return new Answer(words.contains("reboot-wanted") || !prepared ? 1 : 0, "", "");
        }
        if (words.startsWith("ssh") && words.contains("-File")) {
            told.add(words.replaceFirst(".*[/\\\\](\\w+\\.ps1).*", "$1"));
            return words.contains("box.ps1") ? lost() : Answer.DONE;
        }
        if (words.startsWith("vagrant package")) {
            told.add("vagrant package " + command.words().get(2));
            write(Path.of(command.words().get(4)));
        } else if (words.startsWith("vagrant box add")) {
            told.add("vagrant box add " + command.words().get(4));
        }
        return Answer.DONE;
    }

    /** The adapter has another address for a moment; then Windows ends. */
    private Answer lost() {
        off = true;
        told.add("off");
        return new Answer(255, "", "");
    }

    private static void write(Path box) {
        unchecked(() -> Files.writeString(box, "a box"));
    }
}

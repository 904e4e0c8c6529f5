package org.hybridlab.provision.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.ClassicRenderingTest;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the steps of {@code up --force} tell machines by ssh; a fake stands for ssh, and no machine is told anything.
 */
class ClassicStepsTest {
    private static final StepContext CONTEXT = new QuietContext();

    @TempDir
    private Path folder;
    private final FakeSsh ssh = new FakeSsh();
    private LabContext labContext;

    @BeforeEach
    void render() {
        labContext = WindowsLabs.labContext(WindowsLabs.created(ClassicRenderingTest.LAB,
                ProviderName.VIRTUALBOX, folder).lab(), folder, ssh);
        labContext.files().writeTo(labContext.workspace().create());
        ssh.commands.clear();
    }

    @Test
    void bookScript_onLinux_runsOnce() {
        DockerInstalled step = new DockerInstalled(labContext, machine("kiamol-node"));

        assertThat(step.look(CONTEXT).isPresent()).isFalse();
        step.run(CONTEXT);

        assertThat(ssh.scripts()).containsExactly("linux-setup.sh");
        assertThat(step.look(CONTEXT).isPresent()).isTrue();
    }

    @Test
    void aScriptThatFailsIsNotRemembered() {
        DockerInstalled step = new DockerInstalled(labContext, machine("kiamol-node"));
        ssh.exitCode = 100;

        assertThatThrownBy(() -> step.run(CONTEXT)).isInstanceOfSatisfying(LabException.class, e -> {
            assertThat(e.id()).isEqualTo("guest-script-failed");
            assertThat(e.what()).contains("linux-setup.sh", "kiamol-node");
        });
        ssh.exitCode = 0;
        assertThat(step.look(CONTEXT).isPresent()).isFalse();
    }

    @Test
    void prepareNode_onWindows_findsItsFiles() {
        UpPlanner.plan(labContext).step("kubelet-installed/kiamol-node-win").action().run(CONTEXT);

        List<String> sent = ssh.commands.stream().flatMap(command -> command.stdin().stream()).toList();
        assertThat(String.join("\n", sent)).containsSubsequence("files/StartKubelet.ps1", "run/PrepareNode.ps1");
        assertThat(ssh.commands).anyMatch(command -> String.join(" ", command.words()).matches(
                "(?s).*-File .*PrepareNode\\.ps1.*"));
    }

    private Machine machine(String name) {
        return labContext.lab().machine(name).orElseThrow();
    }

    /** Does as it is told, and gives back what was last written when a file is asked for. */
    private static final class FakeSsh implements Processes {
        final List<Command> commands = new ArrayList<>();
        int exitCode;
        private String written = "";

        @Override
        public Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
            commands.add(command);
            boolean reads = command.stdin().isEmpty() && command.stdinFiles().isEmpty();
            command.stdin().ifPresent(text -> written = text);
            return reads ? new Result(command, 0, written.isEmpty() ? "absent\n" : "there\n" + written, "",
                    Duration.ZERO) : new Result(command, exitCode, "", "", Duration.ZERO);
        }

        List<String> scripts() {
            return commands.stream().flatMap(command -> command.stdinFiles().stream())
                    .map(file -> file.getFileName().toString()).toList();
        }
    }
}

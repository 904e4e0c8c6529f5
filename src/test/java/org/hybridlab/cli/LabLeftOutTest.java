package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.cli.support.CommandName;
import org.hybridlab.cli.support.LabArgument;
import org.hybridlab.common.process.Command;
import org.hybridlab.fake.FakeDocker;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provision.HealthyLab;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.PositionalParamSpec;

/** LAB may be left out where the current folder has a lab file, and names one of several instances with --name. */
class LabLeftOutTest {
    @TempDir
    private Path here;

    @BeforeEach
    void aLabInTheCurrentFolder() throws IOException {
        Files.writeString(here.resolve("Vagrantfile.ftl"), "");
        Files.writeString(here.resolve("lab.yaml"),
                "name: duo\nmachines: [{name: control, role: control-plane}, {name: node}]\n");
        for (String workspace : List.of(".hybridlab", ".hybridlab@two")) {
            make(here.resolve(workspace));
            Files.writeString(here.resolve(workspace).resolve("kubeconfig"),
                    HealthyLab.kubeconfig(HealthyLab.AUTHORITY));
            Files.writeString(here.resolve(workspace).resolve("ssh/node.conf"), "");
        }
    }

    @Test
    void labLeftOut_isTheLabHere() {
        assertThat(call("kubeconfig", "--path").out().strip())
                .isEqualTo(here.resolve(".hybridlab/kubeconfig").toString());
    }

    @Test
    void firstWord_namingNoLab_comesAfterIt() throws IOException {
        assertThat(command("ssh", "node").words())
                .containsExactly("ssh", "-F", here.resolve(".hybridlab/ssh/node.conf").toString(), "node");
        assertThat(command("ssh", "-t", "node", "--", "top").words()).endsWith("-t", "node", "top");
        assertThat(command("ssh", "node", "df", "-h").words()).endsWith("node", "df", "-h");
        assertThat(command("ssh", ".", "node", "-t", "kubectl", "get", "pods", "-o", "json").words()).contains("-t")
                .endsWith("node", "kubectl", "get", "pods", "-o", "json");
        assertThat(command("ssh", "--name", "two", "node", "sh", "-c", "a -- b").words())
                .contains(here.resolve(".hybridlab@two/ssh/node.conf").toString()).endsWith("sh", "-c", "a -- b");
        assertThat(call("exec", "reboot", "--on", "node").err()).contains("--on stands behind the command.");
        assertThat(command("kubectl", "get", "pods", "--name", "x").words())
                .containsExactly("kubectl", "get", "pods", "--name", "x");
        assertThat(command("cp", "a", "node:/a").words()).endsWith("--", "a", "node:/a");
        Files.writeString(here.resolve("notes.txt"), "a file, and no lab");
        assertThat(command("cp", "notes.txt", "node:").words()).endsWith("--", "notes.txt", "node:");
        String absolute = here.resolve("notes.txt").toString();
        assertThat(command("cp", absolute, "node:").words()).endsWith("--", absolute, "node:");
        assertThat(command("cp", "lab.yaml", "node:").words()).endsWith("--", "lab.yaml", "node:");
        assertThat(command("cp", ".", "lab.yaml", "node:").words()).endsWith("--", "lab.yaml", "node:");
    }

    @Test
    void firstWord_namingALab_isTheLab() throws IOException {
        Path other = make(here.resolve("labs/node/.hybridlab"));
        Files.writeString(here.resolve("labs/node/lab.yaml"), "name: node\n");
        Files.writeString(other.resolve("control.conf"), "");

        assertThat(command("ssh", "node", "control").words())
                .containsExactly("ssh", "-F", other.resolve("control.conf").toString(), "control");
    }

    @Test
    void command_ofAGroup_takesLabHere() {
        assertThat(call("snapshot", "list").out()).contains("snapshot save .");
        assertThat(call("snapshot", "delete", "x").err()).contains("The lab . is not up.");
        assertThat(call("box", "package").err()).contains("Missing required parameter: 'MACHINE'");
        assertThat(call("box", "fetch").err()).contains("Give a lab, --os, --build or --box.");
    }

    @Test
    void orphans_ofThisHost_areNoLabsHere() {
        Call call = Call.of(here, Map.of("HYBRIDLAB_HOME", here.toString()), new FakeDocker(), "destroy",
                "--orphans");

        assertThat(call.exitCode()).as(call.err()).isZero();
    }

    /** What stands in brackets may be left out, and its description says what stands for it then. */
    @Test
    void synopsis_whereLabIsOptional_bracketsIt() {
        int seen = 0;
        for (CommandName name : CommandName.values()) {
            CommandLine tree = CommandTree.forCall(Call.session(here, Map.of(), new StringWriter(),
                    new StringWriter()), name.id()).getSubcommands().get(name.id());
            for (CommandLine command : Stream.concat(Stream.of(tree), tree.getSubcommands().values().stream())
                    .toList()) {
                for (PositionalParamSpec lab : command.getCommandSpec().positionalParameters()) {
                    if (lab.paramLabel().equals(LabArgument.LABEL)) {
                        seen++;
                        assertThat(command.getHelp().synopsis(0).contains("[LAB]")).as(command.getCommandName())
                                .isEqualTo(String.join("", lab.description()).contains("Without it: the lab.yaml"));
                    }
                }
            }
        }
        assertThat(seen).isGreaterThan(25);
    }

    @Test
    void aMisspeltLabIsNotTakenForNothing() {
        Call call = call("validate", "doo");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("There is no lab 'doo'");
    }

    @Test
    void labLeftOut_withNoneHere_isRefused() throws IOException {
        Files.delete(here.resolve("lab.yaml"));

        assertThat(call("kubeconfig", "--path").exitCode()).isEqualTo(2);
        assertThat(call("kubeconfig", "--path").err()).contains("LAB");
        assertThat(call("destroy", "--yes").err()).contains("lab-not-named");
    }

    /** By itself kubectl takes nothing behind a --, prints its help, and calls that well. */
    @Test
    void kubectlsFlags_mayComeFirst_orBehindDashes() {
        for (String words : List.of("-n kube-system get pods", "-- -n kube-system get pods",
                ". -- -n kube-system get pods", ". -n kube-system get pods", "--name two -n kube-system get pods")) {
            assertThat(command(("kubectl " + words).split(" ")).words()).as(words)
                    .containsExactly("kubectl", "-n", "kube-system", "get", "pods");
        }
        assertThat(command("kubectl", "exec", "web", "--", "ls").words())
                .containsExactly("kubectl", "exec", "web", "--", "ls");
    }

    @Test
    void anInstanceHasAWorkspaceOfItsOwn() {
        assertThat(call("kubeconfig", "--path", "--name", "two").out().strip())
                .isEqualTo(here.resolve(".hybridlab@two/kubeconfig").toString());
        assertThat(command("kubectl", ".", "--name", "two", "get", "pods").environment())
                .containsEntry("KUBECONFIG", here.resolve(".hybridlab@two/kubeconfig").toString());
        assertThat(command("kubectl", "--name", "two", "get", "pods").words())
                .containsExactly("kubectl", "get", "pods");
        for (String words : List.of(". --name=two get pods", "--name=two get pods")) {
            Command kubectl = command(("kubectl " + words).split(" "));
            assertThat(kubectl.words()).as(words).containsExactly("kubectl", "get", "pods");
            assertThat(kubectl.environment())
                    .containsEntry("KUBECONFIG", here.resolve(".hybridlab@two/kubeconfig").toString());
        }
        assertThat(call("status", "--name", "../x").err()).contains("instance-name");
    }

    /** @return its folder for ssh settings */
    private Path make(Path workspace) throws IOException {
        new OwnWorkspaces(UserFolders.of(Map.of(), here)).bind(workspace);
        return Files.createDirectories(workspace.resolve("ssh"));
    }

    private Command command(String... words) {
        Call call = call(words);
        assertThat(call.foreground()).as(call.err()).hasSize(1);
        return call.foreground().get(0);
    }

    private Call call(String... words) {
        return Call.of(here, Map.of("HYBRIDLAB_HOME", here.toString()), words);
    }
}

package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A lab folder came with a `.hybridlab/`, whose files run programs when Vagrant, ssh or kubectl reads them. */
class StrangersWorkspaceTest {
    @TempDir
    private Path home;
    private Path lab;
    private Path workspace;
    private final FakePrograms programs = new FakePrograms();

    @BeforeEach
    void aFolderThatCameWithAWorkspace() throws IOException {
        lab = Files.createDirectories(home.resolve("downloads/duo"));
        Files.writeString(lab.resolve("lab.yaml"), """
                name: duo
                provider: docker
                machines:
                  - {name: control, role: control-plane}
                """);
        workspace = Files.createDirectory(lab.resolve(".hybridlab"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(workspace.resolve("Vagrantfile"), "system('touch /tmp/taken')");
        Files.createDirectories(workspace.resolve("ssh"));
        Files.writeString(workspace.resolve("ssh/control.conf"), "Host *\n  ProxyCommand touch /tmp/taken\n");
        Files.writeString(Files.createDirectories(workspace.resolve("bin")).resolve("kubectl"), "#!/bin/sh\n");
        Files.writeString(workspace.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: it, cluster: {server: "https://192.168.56.11:6443"}}]
                users: [{name: it, user: {exec: {command: touch, args: [/tmp/taken], apiVersion: v1}}}]
                contexts: [{name: it, context: {cluster: it, user: it}}]
                current-context: it
                """);
    }

    static Stream<List<String>> commandsThatReadAWorkspace() {
        return Stream.of(List.of("plan"), List.of("status"), List.of("ssh", "control"),
                List.of("exec", "--", "id"), List.of("cp", "a", "control:b"), List.of("logs", "control"),
                List.of("kubectl", "get", "nodes"), List.of("kubeconfig"), List.of("kubeconfig", "--merge"),
                List.of("kubeconfig", "--export", "mine"), List.of("open"), List.of("diagnose"), List.of("check"),
                List.of("box package", "control"),
                List.of("up", "--yes"), List.of("render"), List.of("destroy", "--yes"));
    }

    @ParameterizedTest
    @MethodSource("commandsThatReadAWorkspace")
    void strangersWorkspace_isRefused_byEveryCommand(List<String> words) throws IOException {
        if (words.contains("destroy")) {
            // Else there is nothing to destroy, and nothing is read.
            known().remember(known("duo"));
            Files.writeString(workspace.resolve(OwnWorkspaces.MARK), "made by somebody else");
        }
        Call call = call(words);

        assertThat(call.err()).contains("[workspace-not-owned]").contains(words.contains("destroy")
                ? "A lab may be up there" : "rm -r " + workspace);
        assertThat(call.exitCode()).isEqualTo(2);
        assertNothingOfTheLabRan(call);
        assertThat(home.resolve(".kube")).doesNotExist();
        assertThat(home.resolve("mine")).doesNotExist();
        assertThat(workspace.resolve("scripts")).doesNotExist();
    }

    @ParameterizedTest
    @MethodSource("commandsThatReadAWorkspace")
    void aLinkIsRefusedAsWell(List<String> words) throws IOException {
        Path elsewhere = Files.move(workspace, home.resolve("elsewhere"));
        new OwnWorkspaces(folders()).bind(Files.createDirectory(home.resolve("other")).resolve(".hybridlab"));
        Files.createSymbolicLink(workspace, elsewhere);
        known().remember(known("duo"));

        Call call = call(words);

        assertThat(call.err()).contains("[workspace-not-owned]").contains("symbolic link").contains("rm " + workspace);
        assertNothingOfTheLabRan(call);
        assertThat(elsewhere.resolve("scripts")).doesNotExist();
    }

    @Test
    void labFileReaders_ignoreForeignWorkspace() {
        for (String command : List.of("validate", "graph")) {
            Call call = call(List.of(command));

            assertThat(call.exitCode()).as(call.err()).isZero();
            assertNothingOfTheLabRan(call);
        }
    }

    @Test
    void renderedLab_isNotProbed() throws IOException {
        Files.move(workspace, home.resolve("away"));
        assertThat(call(List.of("status")).exitCode()).isEqualTo(1);
        new OwnWorkspaces(folders()).bind(workspace);
        Files.copy(home.resolve("away/Vagrantfile"), workspace.resolve("Vagrantfile"));
        programs.commands.clear();

        Call call = call(List.of("status"));

        assertThat(call.out()).contains("control");
        assertNothingOfTheLabRan(call);
        assertThat(programs.commands).isEmpty();
    }

    private void assertNothingOfTheLabRan(Call call) {
        assertThat(Stream.concat(programs.commands.stream(), call.foreground().stream()).map(Command::toString))
                .noneMatch(command -> command.contains(workspace.toString()) || command.contains("kubectl"));
    }

    private Call call(List<String> words) {
        List<String> all = new ArrayList<>(List.of(words.get(0).split(" ")));
        all.add(lab.toString());
        all.addAll(words.subList(1, words.size()));
        return Call.of(home, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(), "VAGRANT_HOME",
                home.resolve("vagrant").toString(), "HYBRIDLAB_TRUST", "true"), programs,
                all.toArray(String[]::new));
    }

    private KnownLab known(String name) {
        return TestKnownLab.of(name, workspace.toString(), ProviderName.DOCKER, "192.168.57.0/24");
    }

    private KnownLabs known() {
        return new KnownLabs(folders());
    }

    private UserFolders folders() {
        return UserFolders.of(Map.of(), home);
    }
}

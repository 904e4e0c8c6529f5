package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.workspace.WorkspacePlace;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What `destroy` does where the record of a lab is lost, and with folders that a killed `destroy` left. */
class UnrecordedLabsTest extends RecordedLab {
    @Test
    void destroy_withoutRecord_runsNoVagrantfile() throws IOException {
        make(workspace).write("Vagrantfile", "system 'touch /tmp/no'");
        workspace.write(".vagrant/machines/control/docker/id", "id");
        docker.machine(LabId.of("duo", workspace.folder()).toString(), "control");

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(docker.containers()).isEmpty();
        assertThat(docker.ran()).noneMatch(words -> words.startsWith("vagrant"));
        assertThat(workspace.folder()).doesNotExist();
    }

    /** As that of a lab in a folder that cannot be written. */
    @Test
    void workspaceElsewhere_goesWithItsContext() throws IOException {
        WorkspacePlace places = new WorkspacePlace(UserFolders.of(Map.of(), home).workspaces(), path -> false);
        workspace = make(places.of(folder.resolve("lab.yaml"), Optional.empty()));
        String kubeconfig = """
                contexts: [{name: hybridlab-duo, context: {cluster: hybridlab-duo, user: hybridlab-duo}}]
                current-context: hybridlab-duo
                users: [{name: hybridlab-duo, user: {client-certificate-data: YWRtaW4=, client-key-data: a2V5}}]
                clusters:
                - {name: hybridlab-duo, cluster: {server: 'https://10.9.8.7:6443', certificate-authority-data: Y2E=}}
                """;
        workspace.write("kubeconfig", kubeconfig);
        Path shared = Files.createDirectories(home.resolve(".kube")).resolve("config");
        // Of an earlier cluster of the lab, at the same address.
        Files.writeString(shared, kubeconfig.replace("Y2E=", "b2xk"));

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.err()).contains("Took the context hybridlab-duo out of " + shared);
        assertThat(shared).content().doesNotContain("hybridlab-duo");
    }

    @Test
    void unrecordedMachines_underAnotherName_keepTheirWorkspace() throws IOException {
        for (String file : List.of("name: trio\nmachines: [{name: control, role: control-plane}]\n", "machines: 7\n")) {
            up("control");
            known().forget(workspace.folder());
            Files.writeString(folder.resolve("lab.yaml"), file);

            Call call = call("destroy", folder.toString(), "--yes");

            assertThat(call.exitCode()).as(call.err()).isEqualTo(5);
            assertThat(call.err()).contains("machines-not-judged", "control", "hybridlab list --orphans");
            assertThat(docker.containers()).hasSize(1);
            assertThat(workspace.folder()).exists();
            assertThat(new OwnWorkspaces(UserFolders.of(Map.of(), home)).paths()).contains(workspace.folder());
        }
    }

    @Test
    void oneMachine_withoutRecord_takesNoOther() {
        up("control", "node");
        known().forget(workspace.folder());

        Call call = call("destroy", folder.toString(), "node", "--yes");

        assertThat(call.exitCode()).as(call.err()).isEqualTo(2);
        assertThat(call.err()).contains("lab-not-recorded");
        assertThat(docker.containers()).hasSize(2);
        assertThat(workspace.folder()).exists();
    }

    @Test
    void folder_ofKilledDestroy_isShownAndRemoved() throws IOException {
        Path left = folder("0123456789-destroy");
        Path other = folder("0123456789-others");

        assertThat(shown()).containsExactly("folder " + left);
        Call removal = call("destroy", "--orphans", "--yes");

        assertThat(removal.exitCode()).as(removal.err()).isZero();
        assertThat(left).doesNotExist();
        assertThat(other).exists();
        assertThat(shown()).isEmpty();
    }

    @Test
    void folder_ofDestroyThatGoesOn_stays() throws IOException {
        Path left = folder("0123456789-destroy");
        RunFolder run = new RunFolder(left, left.resolve("logs"), left.resolveSibling("0123456789"));

        try (LabLock ignored = LabLock.acquire(run, Clock.systemUTC())) {
            assertThat(shown()).isEmpty();
            assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        }
        assertThat(left).exists();
    }

    @Test
    void folder_ofUnreadableOwner_isNotJudged() throws IOException {
        Path left = folder("0123456789-destroy");
        Files.writeString(left.resolveSibling("0123456789-owner.json"), "{half");

        assertThat(shown()).isEmpty();
        assertThat(left).exists();
    }

    private Path folder(String name) throws IOException {
        Path folder = Files.createDirectories(home.resolve(".local/state/hybridlab/locks").resolve(name));
        Files.writeString(folder.resolve("journal.jsonl"), "");
        return folder;
    }

    private List<String> shown() {
        JsonNode orphans = OutputSchemas.document(call("list", "--orphans", "--output", "json").out())
                .at("/data/orphans");
        return orphans.valueStream().map(one -> one.get("kind").asString() + " " + one.get("name").asString()).toList();
    }
}

package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.process.ThisCommand;
import org.hybridlab.common.process.ThisHost;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.LabReading;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.change.AppliedRecords;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** `destroy` and `list` of labs whatever became of their files, in a world with a fake docker. */
class LostLabsTest extends RecordedLab {
    @Test
    void whatIsNotThereIsDestroyedAlready() {
        Call call = call("destroy", folder.toString());

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.err()).contains("Nothing of the lab");
        assertThat(docker.ran()).isEmpty();
        assertThat(call("destroy", "--all").exitCode()).isZero();
    }

    @Test
    void renderedWorkspace_goes_withoutRunningPrograms() {
        make(workspace).write("Vagrantfile", "system 'touch /tmp/no'");

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(workspace.folder()).doesNotExist();
        assertThat(docker.ran()).isEmpty();
    }

    @Test
    void labWithMovedFile_goes_byItsName() throws IOException {
        up("control", "node");
        Files.move(folder.resolve("lab.yaml"), home.resolve("moved.yaml"));

        Call call = call("destroy", "duo", "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        nothingIsLeft();
    }

    @Test
    void unknownKeys_ofLabUp_allowDestroy() throws IOException {
        up("control", "node");
        Files.writeString(folder.resolve("lab.yaml"), """
                machines: [{name: control, role: control-plane}, {name: node}]
                network: {overlays: services}
                outside: {httpProxy: "http://proxy.example:3128"}
                """);

        LabReading reading = LabFile.read(folder.resolve("lab.yaml"), Cidr.parse("192.168.57.0/24"));
        Call destroy = call("destroy", folder.toString(), "--yes");

        assertThat(reading.errors()).extracting(Problem::ruleId).containsExactly("key-unknown", "key-unknown");
        assertThat(failure(reading::orThrow).exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(destroy.exitCode()).as(destroy.err()).isZero();
        nothingIsLeft();
    }

    @Test
    void movedLab_goesByItsOldPath() throws IOException {
        up("control", "node");
        Files.move(folder, home.resolve("moved"));

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        nothingIsLeft();
        assertThat(folder).as("is not made again for a journal").doesNotExist();
    }

    @Test
    void destroy_whileSomethingRemains_keepsTheRecord() {
        up("control");
        docker.add("volume", "v1", Map.of("org.hybridlab.lab", LabId.of("duo", workspace.folder()).toString()));
        docker.used.add("v1");

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("lab-remains", "volume v1");
        assertThat(known().all()).hasSize(1);
        docker.used.clear();
        assertThat(call("destroy", folder.toString(), "--yes").exitCode()).isZero();
        nothingIsLeft();
    }

    /** `docker ps` shows the container, and `hybridlab doctor` finds nothing. */
    @Test
    void destroy_withForeignContainer_namesTheNetwork() {
        up("control");
        String id = LabId.of("duo", workspace.folder()).toString();
        docker.used.add("net-" + id);

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("lab-remains", "network net-" + id, "Look at what uses it")
                .doesNotContain("provider-not-answering");
        assertThat(known().all()).hasSize(1);
        docker.used.clear();
        assertThat(call("destroy", folder.toString(), "--yes").exitCode()).isZero();
        nothingIsLeft();
    }

    @Test
    void destroy_whereLastListFails_isNotJudged() {
        up("control");
        docker.volumesUnknown = true;

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.exitCode()).isEqualTo(5);
        assertThat(call.err()).contains("removal-not-judged", "context deadline exceeded");
        assertThat(known().all()).hasSize(1);
    }

    @Test
    void everyLabGoesWithAll() throws IOException {
        up("control");
        known().remember(TestKnownLab.of("old", home.resolve("gone/.hybridlab").toString(), ProviderName.DOCKER,
                "192.168.60.0/24"));
        docker.machine(LabId.of("old", home.resolve("gone/.hybridlab")).toString(), "node");

        Call call = call("destroy", "--all", "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        nothingIsLeft();
    }

    @Test
    void heldLab_withAll_keepsNoOther() {
        Path other = home.resolve("gone/.hybridlab");
        UserFolders folders = UserFolders.of(Map.of(), home);
        for (Path held : List.of(workspace.folder(), other)) {
            up("control");
            known().remember(TestKnownLab.of("old", other.toString(), ProviderName.DOCKER, "192.168.60.0/24"));
            try (LabLock lock = LabLock.acquire(new RunFolder(home.resolve("run"), home.resolve("run/logs"),
                    folders.lock(held)), Clock.systemUTC())) {
                Call call = call("destroy", "--all", "--yes", "--output", "json");

                assertThat(call.exitCode()).as(call.err()).isEqualTo(3);
                JsonNode document = OutputSchemas.document(call.out());
                assertThat(document.get("error").get("id").asString()).isEqualTo("lab-locked");
                assertThat(document.get("data").get("labs").valueStream().map(one -> one.get("gone").asBoolean()))
                        .containsExactlyInAnyOrder(true, false);
            }
            assertThat(known().all()).extracting(KnownLab::workspace).containsExactly(held.toString());
        }
    }

    @Test
    void machine_whereVagrantFails_goesByProviderProgram() {
        up("control", "node");
        docker.vagrantFails = true;

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        nothingIsLeft();
    }

    @Test
    void lab_heldBySomebodyElse_isUntouched() {
        up("control");
        UserFolders folders = UserFolders.of(Map.of(), home);
        try (LabLock lock = LabLock.acquire(new RunFolder(workspace.folder(), workspace.logs(),
                folders.lock(workspace.folder())), Clock.systemUTC())) {
            Call call = call("destroy", folder.toString(), "--yes");

            assertThat(call.exitCode()).isEqualTo(3);
            assertThat(call.err()).contains("lab-locked");
            assertThat(ThisCommand.name()).as("for those who wait for it").isEqualTo("destroy");
        }
        assertThat(docker.ran()).isEmpty();
        assertThat(workspace.folder()).exists();
    }

    @Test
    void unknownMachine_isNamed_andNothingGoes() {
        up("control", "node");

        Call call = call("destroy", folder.toString(), "nod", "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("machine-unknown", "Did you mean 'node'?");
        assertThat(docker.containers()).hasSize(2);
    }

    @Test
    void majorityOfEtcd_doesNotGo() {
        up("control", "control2", "control3", "node");
        applied("control", "control2", "control3");

        Call call = call("destroy", folder.toString(), "control2", "control3", "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("etcd-majority-lost", "1 of its 3 members", "hybridlab replace");
        assertThat(docker.containers()).hasSize(4);
        assertThat(call("destroy", folder.toString(), "control3", "node", "--yes").exitCode()).isZero();
    }

    /** etcd still counts the member of the machine that went before. */
    @Test
    void secondMemberOfEtcd_doesNotGo() {
        up("control", "control2", "control3", "node");
        applied("control", "control2", "control3");
        assertThat(call("destroy", folder.toString(), "control2", "--yes").exitCode()).isZero();

        Call call = call("destroy", folder.toString(), "control3", "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("etcd-majority-lost", "1 of its 3 members", "hybridlab up duo", "control2");
        assertThat(docker.containers()).hasSize(3);
        assertThat(call("destroy", folder.toString(), "node", "--yes").exitCode()).isZero();
        assertThat(call("destroy", folder.toString(), "--yes").exitCode()).isZero();
        nothingIsLeft();
    }

    /** `replace` makes no machines for etcd again. */
    @Test
    void etcdMachines_ofRedUp_doNotGo() {
        up("control", "e1", "e2", "e3");
        AppliedRecords.write(make(workspace), """
                {"machines": [{"role": "control-plane", "name": "control", "joined": false},
                  {"role": "etcd", "name": "e1", "fresh": true}, {"role": "etcd", "name": "e2", "fresh": true},
                  {"role": "etcd", "name": "e3", "fresh": true}]}""");

        Call call = call("destroy", folder.toString(), "e2", "e3", "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("etcd-majority-lost", "1 of its 3 members", "hybridlab up duo")
                .doesNotContain("hybridlab replace");
        assertThat(docker.containers()).hasSize(4);
        assertThat(call("destroy", folder.toString(), "e3", "--yes").exitCode()).isZero();
    }

    @Test
    void memberOfEtcd_besideHaltedOne_staysThere() {
        up("control", "control2", "control3", "node");
        applied("control", "control2", "control3");
        docker.states.put("control2", "exited");

        assertThat(call("destroy", folder.toString(), "control3", "--yes").err()).contains("etcd-majority-lost");
        docker.states.put("control", "exited");
        docker.states.put("control3", "exited");
        assertThat(call("destroy", folder.toString(), "control3", "--yes").exitCode()).as("all are off").isZero();
    }

    @Test
    void memberOfEtcd_besideUnclearOne_staysThere() {
        up("control", "control2", "control3");
        applied("control", "control2", "control3");
        docker.states.put("control2", "restarting");

        Call call = call("destroy", folder.toString(), "control3", "--yes");

        assertThat(call.exitCode()).isEqualTo(5);
        assertThat(call.err()).contains("etcd-not-judged", "control2 is 'restarting'");
        assertThat(docker.containers()).hasSize(3);
    }

    @Test
    void simulatedMachine_isNoneToDestroy() {
        up("control", "node");
        applied("control", "node");
        AppliedRecords.write(make(workspace), applied("control", "node")
                .replace("\"node\", \"simulated\": false", "\"node\", \"simulated\": true"));

        Call call = call("destroy", folder.toString(), "node", "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("machine-simulated");
        assertThat(docker.containers()).hasSize(2);
    }

    /** Unknown is not absent: nobody can say which machines have etcd's data. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{", "gone"})
    void unreadableRecord_ofUpLab_keepsItsMachines(String record) throws IOException {
        up("control", "control2", "control3", "node");
        make(workspace).write("kubernetes/ca.crt", "ca");
        applied("control", "control2", "control3");
        Path file = new WorkspaceState(workspace).file();
        if (record.equals("gone")) {
            Files.delete(file);
        } else {
            Files.writeString(file, record);
        }

        Call call = call("destroy", folder.toString(), "control2", "control3", "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("[applied-lab-unreadable]", file.toString(), "hybridlab destroy duo");
        assertThat(docker.containers()).hasSize(4);
        assertThat(call("destroy", folder.toString(), "--yes").exitCode()).isZero();
        nothingIsLeft();
    }

    /** The record may be that of another lab, which stays. */
    @Test
    void destroy_besideUnreadableHostRecord_removesItsLab() throws IOException {
        up("control");
        Path record = Files.writeString(home.resolve(".local/state/hybridlab/labs/half.json"), "{");

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call("destroy", "--all", "--yes").err()).contains("[state-unreadable]", record.toString());
        Files.delete(record);
        nothingIsLeft();
    }

    /** Before a question is asked or a machine is touched. What it says must help. */
    @ParameterizedTest
    @ValueSource(strings = {"halt", "suspend", "resume", "reset", "snapshot save", "snapshot delete",
        "up --yes --trust", "plan", "replace"})
    void unreadableRecord_isRefused_beforeAnything(String command) throws IOException {
        up("control", "node");
        applied("control");
        Path file = new WorkspaceState(workspace).file();
        Files.writeString(file, "{");
        int asked = docker.ran().size();
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.add(folder.toString());
        if (List.of("snapshot delete", "replace").contains(command)) {
            words.add("node");
        }

        Call call = call(words.toArray(String[]::new));

        assertThat(call.exitCode()).as(call.err()).isEqualTo(2);
        assertThat(call.err()).contains("[applied-lab-unreadable]", file.toString(),
                "hybridlab destroy %1$s, then hybridlab up %1$s".formatted(folder));
        assertThat(docker.ran().stream().skip(asked)).noneMatch(one -> one.contains("stop") || one.contains("pause"));
        assertThat(file).content().isEqualTo("{");
    }

    @Test
    void allControlPlanes_goOnlyWithTheirFlag() {
        up("control", "control2", "node");
        make(workspace).write("kubernetes/ca.crt", "ca");
        applied("control", "control2");

        Call call = call("destroy", folder.toString(), "control", "control2", "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("[loss-not-confirmed]", "duo would be lost with control, control2",
                "--lose-cluster", "--yes does not");
        assertThat(docker.containers()).hasSize(3);
        assertThat(call("destroy", folder.toString(), "control", "control2", "--yes", "--lose-cluster").exitCode())
                .isZero();
        assertThat(docker.containers()).hasSize(1);
    }

    private String applied(String... controlPlanes) {
        String text = """
                {"machines": [%s]}""".formatted(Stream.of(controlPlanes).map("""
                {"role": "control-plane", "name": "%s", "simulated": false}"""::formatted)
                .collect(Collectors.joining(",")));
        AppliedRecords.write(make(workspace), text);
        return text;
    }

    @Test
    void oneMachineGoesAlone() {
        up("control", "node");

        Call call = call("destroy", folder.toString(), "node", "--yes", "--output", "json");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(OutputSchemas.document(call.out()).get("data").get("labs").get(0).get("gone").asBoolean()).isFalse();
        assertThat(docker.containers()).containsExactly("control");
        assertThat(known().all()).hasSize(1);
    }

    @Test
    void workspace_reachedByLink_isTheSameLab() throws IOException {
        up("control");
        Path link = Files.createSymbolicLink(home.resolve("link"), folder);

        Call call = call("destroy", link.toString(), "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        nothingIsLeft();
    }

    @Test
    void aLabOfAnotherHostIsNotTouched() {
        up("control");
        KnownLab lab = known().all().get(0);
        known().remember(TestKnownLab.of(lab.name(), lab.workspace(), lab.provider(), lab.network(),
                new KnownLab.Origin(lab.origin().id(), new ThisHost("ffffffffffffffff", "elsewhere"),
                lab.origin().labFile(), Optional.empty(), Optional.empty())));

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.exitCode()).isEqualTo(3);
        assertThat(call.err()).contains("lab-on-other-host", "elsewhere");
        assertThat(call("destroy", "--all", "--yes").exitCode()).isZero();
        assertThat(docker.containers()).hasSize(1);
        assertThat(call("list").out()).contains("duo").contains("(on the host elsewhere)");
        JsonNode listed = OutputSchemas.document(call("list", "-o", "json").out()).at("/data/labs/0");
        assertThat(listed.get("otherHost").asString()).isEqualTo("elsewhere");
        assertThat(listed.path("provider").isNull() || listed.path("provider").isMissingNode()).isTrue();
        assertThat(listed.path("network").isNull() || listed.path("network").isMissingNode()).isTrue();
    }

    @Test
    void list_showsLabsUp_whereverTheirFilesAre() throws IOException {
        up("control");
        assertThat(call("list").out()).containsPattern("duo +1 .*docker 192.168.57.0/24 +elsewhere/duo/lab.yaml\n");
        Files.delete(folder.resolve("lab.yaml"));

        assertThat(call("list").out()).containsPattern("duo +- .*elsewhere/duo/lab.yaml \\(gone\\)\n");
    }

    @Test
    void oneOfSeveralInstancesGoesAlone() {
        up("control");
        Workspace second = Workspace.of(folder.resolve("lab.yaml"), Optional.of("second"));
        make(second);
        remember(second, Optional.of("second"), "192.168.58.0/24");
        docker.machine(LabId.of("duo", second.folder()).toString(), "control");
        assertThat(call("list").out()).contains("duo --name second");

        assertThat(call("destroy", folder.toString(), "--name", "second", "--yes").exitCode()).isZero();

        assertThat(docker.containers()).hasSize(1);
        assertThat(second.folder()).doesNotExist();
        assertThat(workspace.folder()).exists();
        assertThat(known().all()).singleElement().extracting(KnownLab::network).isEqualTo("192.168.57.0/24");
    }
}

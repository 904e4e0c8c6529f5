package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Orphans of a provider that keeps nothing but names, here of a lab whose name seems to have a hash in it. */
class OrphansInLibvirtTest {
    @TempDir
    Path home;
    private Path workspace;
    private LabId id;
    private boolean silent;

    @BeforeEach
    void aLab() throws IOException {
        Files.writeString(home.resolve("Vagrantfile.ftl"), "");
        Path labFile = Files.createDirectories(home.resolve("mine/kurs")).resolve("lab.yaml");
        Files.writeString(labFile, "name: kurs-202610\n");
        workspace = labFile.resolveSibling(".hybridlab");
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(workspace);
        id = LabId.of("kurs-202610", workspace);
        Files.createDirectories(home.resolve("bin"));
    }

    @Test
    void resources_ofOwnWorkspace_areOrphansWithLab() throws IOException {
        installed();

        JsonNode orphans = document().get("data").get("orphans");

        assertThat(orphans.valueStream().map(one -> one.get("kind").asString())).containsExactly("machine", "network");
        assertThat(orphans.valueStream().map(one -> one.get("lab").asString())).containsOnly(id.toString());
    }

    @Test
    void resources_ofRecordedLab_areNoOrphans() throws IOException {
        installed();
        remember();

        assertThat(document().get("data").get("orphans")).isEmpty();
        assertThat(document().get("data").get("unknown")).isEmpty();
    }

    @Test
    void record_whereProviderIsNotInstalled_stays() throws IOException {
        remember();
        Files.move(workspace.getParent(), home.resolve("moved"));

        Call list = call("list", "--orphans", "--output", "json");

        assertThat(list.exitCode()).isEqualTo(5);
        JsonNode data = OutputSchemas.document(list.out()).get("data");
        assertThat(data.get("orphans")).isEmpty();
        assertThat(data.get("notAsked").get(0).asString()).isEqualTo(
                "libvirt: virsh is not installed here, so it was not asked for the lab kurs-202610");
        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isEqualTo(5);
        assertThat(known().all()).hasSize(1);
    }

    @Test
    void workspace_whoseProviderIsNotInstalled_stays() throws IOException {
        Path note = workspace.resolve(".vagrant/machines/node1/libvirt/id");
        writeFile(note, "7c1b2d3e");

        Call removal = call("destroy", "--orphans", "--yes");

        assertThat(removal.exitCode()).isEqualTo(5);
        assertThat(removal.err()).contains("virsh is not installed here", workspace.toString());
        assertThat(note).exists();
        installed();
        assertThat(document().get("data").get("orphans").valueStream().map(one -> one.get("kind").asString()))
                .contains("workspace");
    }

    /** Only the note of it tells that they are this user's. */
    @Test
    void workspace_ofMachinesThatRemain_stays() throws IOException {
        installed();
        Path note = workspace.resolve(".vagrant/machines/node1/libvirt/id");
        writeFile(note, "7c1b2d3e");

        Call removal = call("destroy", "--orphans", "--yes");

        assertThat(removal.exitCode()).isEqualTo(1);
        assertThat(removal.err()).contains("orphans-remain");
        assertThat(note).exists();
        assertThat(document().get("data").get("orphans").valueStream().map(one -> one.get("kind").asString()))
                .containsExactly("machine", "network", "workspace");
    }

    @Test
    void host_withoutProviderAndRecords_isJudged() throws IOException {
        assertThat(call("list", "--orphans").exitCode()).isZero();
        Files.createDirectories(workspace);
        remember();
        assertThat(call("list", "--orphans").exitCode()).as("a lab that lives").isZero();
    }

    /** A client without its daemon, on a host on which no lab ever was on it, is no reason to doubt. */
    @Test
    void silentLibvirt_withoutLabs_isPassedOver() throws IOException {
        installed();
        silent = true;
        Call list = call("list", "--orphans");
        assertThat(list.exitCode()).isZero();
        assertThat(list.err()).contains("libvirt does not answer, and no lab of yours was ever on it");

        Files.createDirectories(home.resolve(".vagrant.d/boxes/debian/1/amd64/libvirt"));
        assertThat(call("list", "--orphans").exitCode()).isEqualTo(5);
    }

    private void installed() {
        StubProgram.write(home.resolve("bin/virsh"), "");
    }

    private void remember() {
        known().remember(TestKnownLab.of("kurs-202610", workspace.toString(), ProviderName.LIBVIRT, "192.168.57.0/24",
                KnownLab.Origin.of(id.toString(), workspace.resolveSibling("lab.yaml"), Optional.empty())));
    }

    private KnownLabs known() {
        return new KnownLabs(UserFolders.of(Map.of(), home));
    }

    private JsonNode document() {
        return OutputSchemas.document(call("list", "--orphans", "--output", "json").out());
    }

    private Call call(String... words) {
        Map<String, String> answers = Map.of(
                "list --uuid --name --all", " 7c1b2d3e-0000-4000-8000-000000000001 " + id.machine("node1") + "\n",
                "net-list --name --all", id + "\n");
        Processes virsh = new FakePrograms(command -> new FakePrograms.Answer(silent ? 1 : 0, answers.getOrDefault(
                String.join(" ", command.words().stream().skip(4).toList()), ""), ""));
        return Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString(), "PATH", home.resolve("bin").toString()), virsh,
                words);
    }
}

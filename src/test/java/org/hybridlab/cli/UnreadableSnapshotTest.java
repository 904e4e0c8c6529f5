package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakeDocker;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A snapshot whose manifest is damaged, gone, or of another version: of no use, and in the way. */
class UnreadableSnapshotTest {
    @TempDir
    private Path home;
    private Path snapshots;
    private final FakeDocker docker = new FakeDocker();

    @BeforeEach
    void aLabThatIsUp() throws IOException {
        Path lab = Files.createDirectories(home.resolve("duo")).resolve("lab.yaml");
        Files.writeString(lab, "name: duo\nprovider: docker\nmachines: [{name: control, role: control-plane}]\n");
        Path workspace = lab.resolveSibling(".hybridlab");
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(workspace);
        docker.machine(LabId.of("duo", workspace).toString(), "control");
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("duo", workspace.toString(),
                ProviderName.DOCKER, "192.168.57.0/24"));
        snapshots = Files.createDirectories(workspace.resolve("snapshots"));
    }

    private Call call(String... words) {
        return Call.of(home, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(), "VAGRANT_HOME",
                home.resolve("vagrant").toString(), "HYBRIDLAB_TRUST", "true"), docker, words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"of another version", "{\"format\": 99, \"name\": \"first\", \"machines\": []}", "[]", ""})
    void delete_takesIt_afterListShowedIt(String manifest) throws IOException {
        Path first = Files.createDirectories(snapshots.resolve("first"));
        if (!manifest.isEmpty()) {
            Files.writeString(first.resolve("manifest.json"), manifest);
        }
        Files.writeString(first.resolve("control.tar"), "disk");

        Call list = call("snapshot", "list", "./duo");
        assertThat(list.out()).contains("first cannot be read", "hybridlab snapshot delete ./duo first");
        assertThat(call("snapshot", "list", "./duo", "--output", "json").out()).contains("\"unreadable\"", "first");

        Call kept = call("snapshot", "delete", "./duo", "first", "--yes");
        assertThat(kept.exitCode()).isEqualTo(2);
        assertThat(kept.err()).contains("[loss-not-confirmed]", "--lose-snapshot");
        assertThat(first).exists();
        Call delete = call("snapshot", "delete", "./duo", "first", "--lose-snapshot");
        assertThat(delete.exitCode()).as(delete.err()).isZero();
        assertThat(delete.out()).contains("Deleted the snapshot 'first'");
        assertThat(first).doesNotExist();
        assertThat(call("snapshot", "list", "./duo").out()).doesNotContain("first");
    }

    /** As `snapshot save` and `snapshot delete` give it, however it was called. */
    @Test
    void list_forPrograms_hasTheLabsName() throws IOException {
        assertThat(OutputSchemas.document(call("snapshot", "list", "./duo", "-o", "json").out()).at("/data/lab")
                .asString()).isEqualTo("duo");
        Files.writeString(home.resolve("duo/lab.yaml"), "machines: [");
        assertThat(OutputSchemas.document(call("snapshot", "list", "duo/lab.yaml", "-o", "json").out())
                .at("/data/lab").asString()).as("by its record").isEqualTo("duo");
    }

    @Test
    void file_inPlaceOfSnapshot_canBeDeleted() throws IOException {
        Path first = Files.writeString(snapshots.resolve("first"), "");

        Call delete = call("snapshot", "delete", "./duo", "first", "--lose-snapshot");

        assertThat(delete.exitCode()).as(delete.err()).isZero();
        assertThat(first).doesNotExist();
    }

    @Test
    void reset_toIt_saysWhatToDo() throws IOException {
        Files.createDirectories(snapshots.resolve("first"));

        assertThat(call("reset", "./duo", "first", "--yes").err()).contains("[snapshot-unreadable]",
                "hybridlab snapshot delete ./duo first");
        assertThat(call("reset", "./duo", "--yes").err()).contains("[snapshot-unreadable]",
                "hybridlab snapshot delete ./duo first");
        assertThat(snapshots.resolve("first")).exists();
    }

    /** The user would lose more than the question said. */
    @Test
    void reset_withoutName_passesOverNoNewer() throws IOException {
        saved("older", Instant.now().minus(1, ChronoUnit.HOURS));
        Files.writeString(Files.createDirectories(snapshots.resolve("first")).resolve("manifest.json"), "damaged");

        Call reset = call("reset", "./duo", "--yes");

        assertThat(reset.err()).contains("The newest snapshot, 'first', cannot be read", "[snapshot-unreadable]",
                "hybridlab reset ./duo older");
        assertThat(new WorkspaceState(Workspace.in(snapshots.getParent())).resetTo()).isEmpty();
    }

    @Test
    void reset_withoutName_passesOverOlder() throws IOException {
        Path manifest = Files.writeString(Files.createDirectories(snapshots.resolve("first"))
                .resolve("manifest.json"), "of another version");
        Files.setLastModifiedTime(manifest, FileTime.from(Instant.now().minus(1, ChronoUnit.HOURS)));
        Files.writeString(snapshots.resolve("notes.txt"), "no snapshot");
        saved("newer", Instant.now().minus(1, ChronoUnit.MINUTES));

        assertThat(call("reset", "./duo").err()).contains("A reset to 'newer' loses").doesNotContain("unreadable");
    }

    /** It holds for those that lie on the host. */
    @Test
    void limit_isNotShown_whereProvidersHaveThem() throws IOException {
        saved("first", Instant.now());
        assertThat(call("snapshot", "list", "./duo").out()).contains("The limit is");

        Path manifest = snapshots.resolve("first/manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"inProvider\": false",
                "\"inProvider\": true"));
        assertThat(call("snapshot", "list", "./duo").out()).contains("in the provider").doesNotContain("limit");
    }

    private void saved(String name, Instant at) throws IOException {
        Files.writeString(Files.createDirectories(snapshots.resolve(name)).resolve("manifest.json"), """
                {"format": 1, "name": "%s", "at": "%s", "lab": "duo", "kubernetes": "%s", "inProvider": false,
                 "boxes": {}, "machines": [{"machine": "control", "role": "control-plane", "paths": [], "deleted": [],
                 "subnet": "", "images": []}]}
                """.formatted(name, at, KubernetesBranch.newest().newestVersion()));
    }

    @Test
    void delete_ofUnknownName_deletesNothing() throws IOException {
        Files.createDirectories(snapshots.resolve("first"));
        Files.writeString(snapshots.resolveSibling("Vagrantfile"), "");

        for (String name : new String[] {"../Vagrantfile", ".", "..", "second", ".begun-x"}) {
            assertThat(call("snapshot", "delete", "./duo", name).err()).as(name).contains("[snapshot-unknown]");
        }
        assertThat(snapshots.resolve("first")).exists();
        assertThat(snapshots.resolveSibling("Vagrantfile")).exists();
    }
}

package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.process.ThisHost;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakeDocker;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.ResourceOrigin;
import org.hybridlab.provision.state.JoinedCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a crash left is told from what lives, and from what others have, in a world with a fake docker. */
class OrphansTest {
    private static final LabId ID = new LabId("duo", "0a1b2c");

    @TempDir
    Path home;
    private Path labFile;
    private Path workspace;
    private final FakeDocker docker = new FakeDocker();

    @BeforeEach
    void aHostWithDocker() throws IOException {
        Files.writeString(home.resolve("Vagrantfile.ftl"), "");
        StubProgram.write(home.resolve("bin/docker"), "");
        labFile = Files.createDirectories(home.resolve("mine/duo")).resolve("lab.yaml");
        Files.writeString(labFile, "name: duo\n");
        workspace = labFile.resolveSibling(".hybridlab");
        docker.add("container", "stranger", Map.of("maintainer", "hl-duo-0a1b2c"));
    }

    @Test
    void resources_withoutRecord_areShownAndRemovedAlone() {
        three(origin(state()));
        docker.add("container", "theirs", Map.of("org.hybridlab.lab", "not an id"));

        assertThat(shown("orphans")).containsExactly("container name-c1", "volume v1", "network name-n1");
        assertThat(docker.things).as("a list removes nothing").hasSize(5);
        Call call = call("destroy", "--orphans", "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(docker.things).containsOnlyKeys("stranger", "theirs");
        assertThat(shown("orphans")).isEmpty();
    }

    @Test
    void removal_withoutAYes_removesNothing() {
        three(origin(state()));

        Call call = call("destroy", "--orphans");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("name-c1", "not-confirmed");
        assertThat(docker.things).hasSize(4);
    }

    @Test
    void aLabThatLives_isNoOrphan() {
        three(origin(state()));
        bound();
        remember();

        assertThat(shown("orphans")).isEmpty();
        assertThat(shown("unknown")).isEmpty();
    }

    @Test
    void deletedWorkspace_besideLabFile_isAnOrphan() {
        three(origin(state()));
        remember();

        assertThat(shown("orphans")).containsExactly("container name-c1", "volume v1", "network name-n1", "record duo");
        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        assertThat(known().everywhere()).isEmpty();
        assertThat(docker.things).containsOnlyKeys("stranger");
    }

    /** The keys in the user's file are the administrator's, of a cluster that nobody can reach any more. */
    @Test
    void record_goesWithItsMergedContext() throws IOException {
        merged("hybridlab-duo", "https://192.168.57.11:6443");
        remember();

        assertThat(call("list", "--orphans").out()).contains("With it goes the context hybridlab-duo of " + shared());
        assertThat(shared()).content().contains("hybridlab-duo");
        assertThat(call("destroy", "--orphans", "--yes").err())
                .contains("Took the context hybridlab-duo out of " + shared());
        assertThat(shared()).content().doesNotContain("duo").contains("https://work");
    }

    @Test
    void contextElsewhere_ofSameName_stays() throws IOException {
        merged("hybridlab-duo", "https://192.168.60.11:6443");
        String before = Files.readString(shared());
        remember();

        assertThat(call("list", "--orphans").out()).contains("record").doesNotContain("context");
        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        assertThat(shared()).hasContent(before);
    }

    @Test
    void unreadableKubeconfig_doesNotKeepTheRecord() throws IOException {
        Files.writeString(Files.createDirectories(shared().getParent()).resolve("config"), "{not YAML");
        remember();

        assertThat(shown("orphans")).containsExactly("record duo");
        assertThat(call("destroy", "--orphans", "--yes").err())
                .contains("Whether the context hybridlab-duo is in it is not known");
        assertThat(known().everywhere()).isEmpty();
    }

    /** Its own kubeconfig tells where its cluster was, and its folder what the context is called. */
    @ParameterizedTest
    @CsvSource({".hybridlab, hybridlab-duo", ".hybridlab@second, hybridlab-duo-second",
        ".hybridlab@second@small, hybridlab-duo-second", ".hybridlab-small, hybridlab-duo"})
    void lostWorkspace_goesWithItsMergedContext(String folder, String context) throws IOException {
        workspace = labFile.resolveSibling(folder);
        bound();
        three(origin(state()));
        merged(context, "https://192.168.57.11:6443");
        Files.writeString(workspace.resolve("kubeconfig"), kubeconfig("kubernetes", "https://192.168.57.11:6443"));

        assertThat(call("list", "--orphans").out()).contains("With it goes the context " + context);
        assertThat(call("destroy", "--orphans", "--yes").err()).contains("Took the context " + context + " out of");
        assertThat(workspace).doesNotExist();
        assertThat(shared()).content().doesNotContain("duo");
    }

    /** The folder of a workspace that is not beside its lab file does not tell what the context is called. */
    @Test
    void workspaceElsewhere_goesWithItsContext() throws IOException {
        workspace = Files.createDirectories(home.resolve(".local/state/hybridlab/workspaces")).resolve("duo-0a1b2c3d");
        bound();
        three(origin(state()));
        merged("hybridlab-duo", "https://192.168.57.11:6443");
        Files.writeString(workspace.resolve("kubeconfig"), kubeconfig("kubernetes", "https://192.168.57.11:6443"));

        assertThat(call("list", "--orphans").out()).contains("With it goes the context hybridlab-duo of");
        assertThat(call("destroy", "--orphans", "--yes").err()).contains("Took the context hybridlab-duo out of");
        assertThat(shared()).content().doesNotContain("duo").contains("https://work");
    }

    /** The cluster that a lab joined may be another lab's, and its context goes with that one. */
    @Test
    void contextOfJoinedCluster_stays() throws IOException {
        workspace = Files.createDirectories(home.resolve(".local/state/hybridlab/workspaces")).resolve("duo-0a1b2c3d");
        bound();
        three(origin(state()));
        merged("hybridlab-other", "https://192.168.57.11:6443");
        Files.writeString(workspace.resolve("kubeconfig"), kubeconfig("kubernetes", "https://192.168.57.11:6443"));
        new JoinedCluster(Workspace.in(workspace)).begin();

        assertThat(call("destroy", "--orphans", "--yes").err()).doesNotContain("Took the context");
        assertThat(shared()).content().contains("hybridlab-other");
    }

    @Test
    void contextOfAnotherCluster_atSameAddress_stays() throws IOException {
        bound();
        three(origin(state()));
        merged("hybridlab-duo", "https://192.168.57.11:6443");
        Files.writeString(workspace.resolve("kubeconfig"), kubeconfig("kubernetes", "https://192.168.57.11:6443")
                .replace("Y2E=", "b3RoZXI="));

        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        assertThat(workspace).doesNotExist();
        assertThat(shared()).content().contains("hybridlab-duo");
    }

    private Path shared() {
        return home.resolve(".kube/config");
    }

    private void merged(String name, String server) throws IOException {
        Files.writeString(Files.createDirectories(shared().getParent()).resolve("config"), kubeconfig(name, server)
                + "- {name: work, cluster: {server: 'https://work'}}\n");
    }

    private static String kubeconfig(String name, String server) {
        return """
                contexts: [{name: %1$s, context: {cluster: %1$s, user: %1$s}}]
                current-context: %1$s
                users: [{name: %1$s, user: {client-certificate-data: YWRtaW4=, client-key-data: a2V5}}]
                clusters:
                - {name: %1$s, cluster: {server: '%2$s', certificate-authority-data: Y2E=}}
                """.formatted(name, server);
    }

    @Test
    void labFolderGone_isNotJudged() throws IOException {
        three(origin(state()));
        remember();
        Files.move(labFile.getParent(), home.resolve("moved"));

        assertThat(shown("orphans")).isEmpty();
        assertThat(shown("unknown")).hasSize(3);
        assertThat(call("list", "--orphans").out()).contains("hybridlab destroy hl-duo-0a1b2c");
        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        assertThat(docker.things).hasSize(4);
        assertThat(known().everywhere()).hasSize(1);
    }

    /** As after {@code mv kurs kurs-old} and another clone of it, while the lab is up. */
    @Test
    void anotherFolderInPlace_isNotJudged() throws IOException {
        three(origin(state()));
        remember();
        Files.move(labFile.getParent(), home.resolve("moved"));
        writeFile(labFile, "name: duo");

        assertThat(shown("orphans")).isEmpty();
        assertThat(shown("unknown")).hasSize(3);
        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        assertThat(docker.things).hasSize(4);
    }

    /** What was this user's there may be somebody else's by now. */
    @Test
    void anotherWorkspaceInPlace_isNobodysHere() throws IOException {
        bound();
        OwnWorkspaces own = new OwnWorkspaces(UserFolders.of(Map.of(), home));
        assertThat(own.paths()).containsExactly(workspace.toRealPath());
        Files.move(workspace, home.resolve("moved"));
        assertThat(own.paths()).hasSize(1);
        Files.createDirectories(workspace);
        assertThat(own.paths()).isEmpty();
    }

    @Test
    void loneRecord_unlessDockerIsSilent_isOrphan() {
        remember();

        assertThat(shown("orphans")).containsExactly("record duo");
        docker.silent = true;
        assertThat(shown("orphans")).isEmpty();
    }

    /** Its machines may be some that the provider does not tell of. */
    @Test
    void loneRecord_ofMovedFolder_isNotJudged() throws IOException {
        remember();
        Files.move(labFile.getParent(), home.resolve("moved"));

        assertThat(shown("orphans")).isEmpty();
        assertThat(shown("unknown")).containsExactly("record duo");
        assertThat(call("list", "--orphans").out()).contains("hybridlab destroy hl-duo-0a1b2c");
        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        assertThat(known().everywhere()).hasSize(1);
        assertThat(call("destroy", ID.toString(), "--yes").exitCode()).isZero();
        assertThat(known().everywhere()).isEmpty();
    }

    @Test
    void record_ofDeletedWorkspace_outlastsSilence() {
        remember();
        docker.silent = true;

        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isEqualTo(5);
        assertThat(known().everywhere()).hasSize(1);
    }

    @Test
    void resources_ofOtherUserOrHost_areUnjudged() {
        ResourceOrigin here = origin(state());
        one("c1", new ResourceOrigin(here.workspace(), here.state(), "somebody", here.host(), here.stateId()));
        one("c2", new ResourceOrigin(here.workspace(), here.state(), here.user(), "ffffffffffffffff",
                here.stateId()));
        docker.add("container", "c3", Map.of("org.hybridlab.lab", ID.toString()));

        assertThat(shown("orphans")).isEmpty();
        assertThat(shown("unknown")).containsExactly("container name-c1", "container name-c2", "container name-c3");
    }

    /** Containers of one image may share docker: paths, user and host id are the same there, the files are not. */
    @ParameterizedTest
    @ValueSource(strings = {"4f0c", ""})
    void resources_ofEqualStateElsewhere_areUnjudged(String stateId) {
        ResourceOrigin here = origin(state());
        three(new ResourceOrigin(here.workspace(), here.state(), here.user(), here.host(), stateId));

        assertThat(shown("orphans")).isEmpty();
        assertThat(shown("unknown")).hasSize(3);
        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        assertThat(docker.things).hasSize(4);
    }

    @Test
    void copiedStateFolder_hasNoId() throws IOException {
        ResourceOrigin here = origin(state());
        Files.move(state(), home.resolve("original"));
        Files.createDirectories(state());
        Files.copy(home.resolve("original/identity.json"), state().resolve("identity.json"));
        three(here);

        assertThat(shown("orphans")).isEmpty();
        assertThat(origin(state()).stateId()).isNotEqualTo(here.stateId()).isEqualTo(origin(state()).stateId());
        assertThat(shown("unknown")).hasSize(3);
    }

    /** The state folder that bound the workspace made it. */
    @Test
    void resources_withoutOrigin_areJudgedByName() {
        docker.add("container", "c1", Map.of("org.hybridlab.lab", LabId.of("duo", workspace).toString()));
        assertThat(shown("orphans")).isEmpty();
        assertThat(shown("unknown")).containsExactly("container name-c1");

        bound();

        assertThat(shown("orphans")).contains("container name-c1");
    }

    @Test
    void lab_ofAnotherStateFolder_livesByRecord() throws IOException {
        Path other = Files.createDirectories(home.resolve("other/hybridlab"));
        three(origin(other));
        assertThat(shown("orphans")).as("there is no record of it there").hasSize(3);
        new KnownLabs(new UserFolders(other, other)).remember(record());

        assertThat(shown("orphans")).isEmpty();
        Files.writeString(other.resolve("labs/half.json"), "{half");
        assertThat(shown("orphans")).isEmpty();
        assertThat(shown("unknown")).hasSize(3);
    }

    @Test
    void emptyFolder_aboveLostOne_maybeMountPoint() throws IOException {
        Path mount = Files.createDirectories(home.resolve("disk"));
        three(ResourceOrigin.here(mount.resolve("duo/.hybridlab"), mount.resolve("state/hybridlab"),
                "4f0c"));

        assertThat(shown("orphans")).isEmpty();
        assertThat(shown("unknown")).hasSize(3);
    }

    @Test
    void docker_thatIsSilent_isNotEmpty() {
        docker.silent = true;

        Call list = call("list", "--orphans");
        assertThat(list.exitCode()).isEqualTo(5);
        assertThat(list.err()).contains("orphans-not-judged", "Cannot connect");
        assertThat(list.out()).contains("not every provider answered").doesNotContain("no orphans on this host");
        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isEqualTo(5);
    }

    @Test
    void orphan_inUse_isNamedAndCallRed() {
        three(origin(state()));
        docker.used.add("n1");

        Call call = call("destroy", "--orphans", "--yes");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("orphans-remain", "network name-n1");
        assertThat(docker.things).containsOnlyKeys("stranger", "n1");
    }

    @Test
    void lab_upAfterTheList_isSpared() {
        three(origin(state()));
        bound();
        int[] lists = {0};
        docker.meanwhile = () -> {
            // Two for each look at the list, as the first look finds suspects.
            if (++lists[0] == 5) {
                remember();
            }
        };

        Call call = call("destroy", "--orphans", "--yes");

        assertThat(docker.things).hasSize(4);
        assertThat(workspace).exists();
        assertThat(call.out()).contains("Removed 0 of 4.");
        assertThat(call.err()).contains("Left container").contains("no orphan any more");
    }

    /** Nothing was removed, and nobody says what is there. */
    @Test
    void docker_silentAfterTheList_removedNothing() {
        three(origin(state()));
        int[] lists = {0};
        docker.meanwhile = () -> docker.silent = ++lists[0] > 4;

        Call call = call("destroy", "--orphans", "--yes");

        assertThat(call.exitCode()).isEqualTo(5);
        assertThat(call.out()).contains("Removed 0 of 3.");
    }

    @Test
    void workspace_namedByLabel_goesOnlyIfMarked() throws IOException {
        three(origin(state()));
        Files.createDirectories(workspace);
        Files.writeString(workspace.resolve("mine.txt"), "");
        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        assertThat(workspace.resolve("mine.txt")).exists();

        Files.writeString(workspace.resolve(OwnWorkspaces.MARK), "an id");
        three(origin(state()));
        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        assertThat(workspace).doesNotExist();
        assertThat(labFile).exists();
    }

    @Test
    void lock_ofDeadProcess_isShownAndRemoved() throws IOException {
        Path note = Files.createDirectories(state().resolve("locks")).resolve("abc-owner.json");
        Files.writeString(note, """
                {"pid":4194303,"started":"2026-01-02T03:04:05Z","since":"2026-01-02T03:04:06Z",
                 "host":{"id":"%s","name":"here"},"command":"up"}""".formatted(ThisHost.here().id()));

        assertThat(shown("orphans")).containsExactly("lock " + note);
        assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        assertThat(note).doesNotExist();
    }

    /** Docker says sizes in its own words, and may say none. */
    @Test
    void sizesAndAges_areShownToPeople() {
        three(origin(state()));
        docker.sizes = "v1\t1.5GB\n";

        assertThat(call("list", "--orphans").out()).containsPattern("volume +v1 +hl-duo-0a1b2c +- +1500.0 MB")
                .containsPattern("container +name-c1 +hl-duo-0a1b2c +\\d+ d +-");
    }

    @Test
    void orphansAndALab_areNotNamedTogether() {
        assertThat(call("destroy", "duo", "--orphans").exitCode()).isEqualTo(2);
        assertThat(call("destroy", "--all", "--orphans").exitCode()).isEqualTo(2);
    }

    private ResourceOrigin origin(Path state) {
        return ResourceOrigin.here(workspace, state,
                new OwnWorkspaces(new UserFolders(state, state)).makeStateId());
    }

    private void three(ResourceOrigin origin) {
        one("c1", origin);
        docker.add("volume", "v1", labels(origin));
        docker.add("network", "n1", labels(origin));
    }

    private void one(String id, ResourceOrigin origin) {
        docker.add("container", id, labels(origin));
    }

    private static Map<String, String> labels(ResourceOrigin origin) {
        return Map.of("org.hybridlab.lab", ID.toString(), "org.hybridlab.workspace", origin.workspace().toString(),
                "org.hybridlab.maker", origin.maker());
    }

    private void bound() {
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(workspace);
        Workspace.in(workspace).create();
    }

    private void remember() {
        known().remember(record());
    }

    private KnownLab record() {
        return TestKnownLab.of("duo", workspace.toString(), ProviderName.DOCKER, "192.168.57.0/24",
                KnownLab.Origin.of(ID.toString(), labFile, Optional.empty()));
    }

    private KnownLabs known() {
        return new KnownLabs(UserFolders.of(Map.of(), home));
    }

    private Path state() {
        return UserFolders.of(Map.of(), home).state();
    }

    private List<String> shown(String part) {
        JsonNode data = OutputSchemas.document(call("list", "--orphans", "--output", "json").out()).get("data");
        return data.get(part).valueStream()
                .map(one -> one.get("kind").asString() + " " + one.get("name").asString()).toList();
    }

    private Call call(String... words) {
        return Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString(), "PATH", home.resolve("bin").toString()), docker,
                words);
    }
}

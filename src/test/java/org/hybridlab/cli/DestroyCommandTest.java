package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What `destroy` does besides machines; a workspace stands for the lab, and the programs that it calls are fakes. */
class DestroyCommandTest {
    @TempDir
    private Path home;
    private Path workspace;
    private Path shared;
    private Process daemon;
    /** A kill is the end of the daemon. */
    private final FakePrograms programs = FakePrograms.printing(command -> {
        if (command.words().contains("kill")) {
            daemon.destroy();
        }
        return "";
    });

    @BeforeEach
    void theLastLabOnAHostWithADaemonOfOurs() throws IOException {
        Files.writeString(home.resolve("Vagrantfile.ftl"), "");
        workspace = home.resolve("labs/duo/.hybridlab");
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(workspace);
        Files.writeString(home.resolve("labs/duo/lab.yaml"), "name: duo\n");
        Files.writeString(workspace.resolve("kubeconfig"), kubeconfig("https://192.168.57.11:6443"));
        shared = Files.createDirectories(home.resolve(".kube")).resolve("config");
        known().remember(TestKnownLab.of("duo", workspace.toString(), ProviderName.DOCKER, "192.168.57.0/24"));
        daemon = new ProcessBuilder("sleep", "600").start();
        long startedAt = daemon.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        Files.writeString(home.resolve(".local/state/hybridlab/started-daemons.json"),
                "{\"daemons\":[{\"program\":\"dockerd\",\"units\":[],\"pid\":%d,\"startedAt\":%d}]}"
                        .formatted(daemon.pid(), startedAt));
    }

    @AfterEach
    void stopTheDaemon() {
        daemon.destroyForcibly();
    }

    @Test
    void lastLab_destroyed_namesRunningDaemons() {
        Call call = destroy();

        assertThat(call.exitCode()).isZero();
        assertThat(call.err()).contains("dockerd, which hybridlab started, still runs")
                .contains("hybridlab setup --stop-daemons");
        assertThat(programs.ran()).noneMatch(command -> command.contains("kill"));
        assertThat(workspace).doesNotExist();
    }

    @Test
    void daemonsOfOursAreStoppedWhenAsked() {
        assertThat(destroy("--stop-daemons").err()).contains("Stopped dockerd.");
        assertThat(daemon.isAlive()).isFalse();
        assertThat(programs.ran()).filteredOn(command -> command.contains("kill")).singleElement().asString()
                .endsWith("kill -TERM " + daemon.pid());
    }

    @Test
    void daemons_whileAnotherLabIsUp_stay() {
        known().remember(TestKnownLab.of("other", "/other/.hybridlab", ProviderName.DOCKER, "192.168.58.0/24"));

        assertThat(destroy("--stop-daemons").err()).doesNotContain("dockerd");
        assertThat(daemon.isAlive()).isTrue();
    }

    /** The record may be of a lab that needs them. */
    @Test
    void daemons_besideUnreadableRecord_stay() throws IOException {
        Files.writeString(home.resolve(".local/state/hybridlab/labs/half.json"), "{");

        assertThat(destroy("--stop-daemons").exitCode()).isZero();
        assertThat(daemon.isAlive()).isTrue();
    }

    @Test
    void mergedContext_atDestroy_isTakenOut() throws IOException {
        Files.writeString(shared, "clusters: [{name: work, cluster: {server: https://work}}]\ncurrent-context: work\n");
        run("kubeconfig", "duo", "--merge");
        assertThat(shared).content().contains("hybridlab-duo");

        assertThat(destroy().err()).contains("Took the context hybridlab-duo out of " + shared);
        assertThat(shared).content().doesNotContain("duo").contains("https://work").contains("current-context: work");
    }

    /** With it went the kubeconfig that tells where the cluster is; the keys are in the user's file all the same. */
    @Test
    void mergedContext_ofDeletedWorkspace_isTakenOut() throws IOException {
        run("kubeconfig", "duo", "--merge");
        new LocalProcesses().run(Command.of("rm", "-r", workspace.toString()), new Cancellation());

        assertThat(destroy().err()).contains("Took the context hybridlab-duo out of " + shared);
        assertThat(shared).content().doesNotContain("duo");
    }

    /** As `kind create cluster` leaves it where KUBECONFIG names the lab's file. */
    @Test
    void mergedContext_besideAnotherCluster_isTakenOut() throws IOException {
        Files.writeString(Files.createDirectories(workspace.resolve("kubernetes")).resolve("ca.crt"), "ca");
        run("kubeconfig", "duo", "--merge");
        Files.writeString(workspace.resolve("kubeconfig"), kubeconfig("https://127.0.0.1:6443")
                .replace("Y2E=", "a2luZA=="));

        assertThat(destroy().err()).contains("Took the context hybridlab-duo out of " + shared);
        assertThat(shared).content().doesNotContain("duo");
    }

    @Test
    void contextOfUnrecordedLab_isTakenOut() {
        run("kubeconfig", "duo", "--merge");
        known().forget(workspace);

        assertThat(destroy().err()).contains("Took the context hybridlab-duo out of " + shared);
        assertThat(workspace).doesNotExist();
    }

    /** With --yes, all labs would go. */
    @Test
    void instanceOfAllLabs_isRefused() {
        assertThat(run("destroy", "--all", "--name", "second", "--yes").err()).contains("[lab-not-named]");
        assertThat(run("destroy", "--orphans", "--name", "second", "--yes").exitCode()).isEqualTo(2);
        assertThat(workspace).exists();
    }

    @Test
    void context_ofSameNamedLab_stays() throws IOException {
        Files.writeString(shared, kubeconfig("https://192.168.60.11:6443").replace("kubernetes", "hybridlab-duo"));
        String before = Files.readString(shared);

        assertThat(destroy().err()).doesNotContain("context");
        assertThat(shared).hasContent(before);
    }

    @Test
    void unreadableKubeconfig_doesNotBlockDestroy() throws IOException {
        Files.writeString(shared, "[not a kubeconfig");

        Call call = destroy();
        assertThat(call.exitCode()).isZero();
        assertThat(call.err()).contains(shared + " is not a kubeconfig.").contains("hybridlab-duo");
        assertThat(workspace).doesNotExist();
    }

    /** Nothing else tells where the joined cluster is; what stays there is told, as the step's log goes too. */
    @ParameterizedTest
    @ValueSource(strings = {"another", "damaged", "empty", "gone"})
    void joinedLab_withoutItsKubeconfig_goes(String kubeconfig) throws IOException {
        joined();
        write(kubeconfig);

        Call call = destroy();

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(workspace).doesNotExist();
        assertThat(call.err()).containsSubsequence("could not be asked",
                "kubectl delete --raw '/apis/apps/v1/namespaces/default/deployments/web?uid=u1'",
                "kubectl delete --raw /api/v1/namespaces/web", "kubectl delete node guest");
    }

    @Test
    void machineOfJoinedLab_withoutItsKubeconfig_stays() throws IOException {
        joined();
        write("another");

        Call call = destroy("guest");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("[kubeconfig-unreadable]").doesNotContain("kubectl delete");
        assertThat(workspace).exists();
    }

    private void joined() throws IOException {
        Files.createDirectories(workspace.resolve("ssh"));
        Files.writeString(workspace.resolve("ssh/guest.conf"), "");
        Files.createDirectories(workspace.resolve("kubernetes"));
        Files.writeString(workspace.resolve("kubernetes/ca.crt"), "ca");
        Files.writeString(workspace.resolve("kubernetes/made-in-cluster.txt"),
                "- mark /api/v1/namespaces/web\nu1 mark /apis/apps/v1/namespaces/default/deployments/web\n");
    }

    private void write(String kubeconfig) throws IOException {
        Path file = workspace.resolve("kubeconfig");
        switch (kubeconfig) {
            case "another" -> Files.writeString(file, kubeconfig("https://127.0.0.1:6443").replace("Y2E=", "a2luZA=="));
            case "damaged" -> Files.writeString(file, "[not a kubeconfig");
            case "empty" -> Files.writeString(file, "");
            default -> Files.delete(file);
        }
    }

    private static String kubeconfig(String server) {
        return """
                apiVersion: v1
                kind: Config
                clusters: [{name: kubernetes, cluster: {server: "%s", certificate-authority-data: Y2E=}}]
                users: [{name: admin, user: {client-certificate-data: Y2VydA==, client-key-data: U0VDUkVU}}]
                contexts: [{name: admin@kubernetes, context: {cluster: kubernetes, user: admin}}]
                current-context: admin@kubernetes
                """.formatted(server);
    }

    private KnownLabs known() {
        return new KnownLabs(UserFolders.of(Map.of(), home));
    }

    private Call destroy(String... more) {
        List<String> words = new ArrayList<>(List.of("destroy", "duo", "--yes"));
        words.addAll(List.of(more));
        return run(words.toArray(String[]::new));
    }

    private Call run(String... words) {
        return Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString()), programs, words);
    }
}

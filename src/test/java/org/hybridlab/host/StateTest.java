package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.hybridlab.fake.Failure.failure;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.StartedDaemons.Started;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class StateTest {
    @TempDir
    private Path home;

    @Test
    void lab_untilForgotten_isKnownByWorkspace() {
        KnownLabs labs = new KnownLabs(folders());
        labs.remember(lab("/a", "192.168.56.0/24"));
        labs.remember(lab("/b", "192.168.57.0/24"));
        labs.remember(lab("/a", "192.168.58.0/24"));

        assertThat(labs.find(Path.of("/a"))).contains(lab("/a", "192.168.58.0/24"));
        labs.forget(Path.of("/a"));
        assertThat(labs.find(Path.of("/a"))).isEmpty();
        assertThat(labs.all()).containsExactly(lab("/b", "192.168.57.0/24"));
    }

    @Test
    void network_belongsToTheFirstClaimant() {
        KnownLabs labs = new KnownLabs(folders());

        assertThat(labs.claim(lab("/a", "192.168.56.0/24"))).isTrue();
        assertThat(labs.claim(lab("/b", "192.168.56.0/25"))).as("overlaps").isFalse();
        assertThat(labs.find(Path.of("/b"))).isEmpty();
        assertThat(labs.claim(lab("/b", "192.168.57.0/24"))).isTrue();
        assertThat(labs.claim(lab("/a", "192.168.56.0/24"))).as("its own").isTrue();
        assertThat(labs.all()).hasSize(2);
    }

    @Test
    void concurrentRuns_remember_withoutLoss() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<Process> runs = IntStream.range(0, 3).mapToObj(run -> start(java, Integer.toString(run))).toList();
        for (Process run : runs) {
            assertThat(run.waitFor()).isZero();
        }
        assertThat(new KnownLabs(folders()).all()).hasSize(3 * Rememberer.LABS);
    }

    @Test
    void concurrentThreads_claim_withoutLoss() {
        KnownLabs labs = new KnownLabs(folders());
        List<CompletableFuture<Boolean>> claims = IntStream.range(0, 30).mapToObj(i -> CompletableFuture.supplyAsync(
                () -> labs.claim(lab("/" + i, "10.0.%d.0/24".formatted(i))))).toList();

        assertThat(claims).allSatisfy(claim -> assertThat(claim.join()).isTrue());
        assertThat(labs.all()).hasSize(30);
    }

    @Test
    void unreadableRecord_isNamed_andStays() throws IOException {
        Path file = damaged();

        LabException e = failure(() -> new KnownLabs(folders()).remember(lab("/a", "10.0.0.0/24")));
        assertThat(e.id()).isEqualTo("state-unreadable");
        assertThat(e.what()).contains(file.toString());
        assertThat(file).hasContent("{\"id\": \"lab\", ");
        assertThat(file.getParent()).isDirectoryNotContaining("glob:**.next");
    }

    @Test
    void otherLab_besideUnreadableRecord_staysKnown() throws IOException {
        KnownLabs labs = new KnownLabs(folders());
        labs.remember(lab("/a", "10.0.0.0/24"));
        Path file = damaged();
        List<String> told = new ArrayList<>();

        assertThat(labs.find(Path.of("/a"))).contains(lab("/a", "10.0.0.0/24"));
        assertThat(labs.claim(lab("/a", "10.0.0.0/24"))).isTrue();
        assertThat(labs.readable(e -> told.add(e.what()))).hasSize(1);
        assertThat(told).singleElement().asString().contains(file.toString());
    }

    /** The unreadable record may be this lab's, and has a network that nobody knows. */
    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "{\"id\": \"lab\", "})
    void newLab_besideUnreadableRecord_isRefused(String text) throws IOException {
        KnownLabs labs = new KnownLabs(folders());
        labs.remember(lab("/a", "10.0.0.0/24"));
        Files.writeString(damaged(), text);

        assertThat(failure(() -> labs.find(Path.of("/b"))).id()).isEqualTo("state-unreadable");
        assertThat(failure(() -> labs.claim(lab("/a", "10.0.1.0/24"))).id()).isEqualTo("state-unreadable");
    }

    private Path damaged() throws IOException {
        return Files.writeString(Files.createDirectories(folders().state().resolve("labs")).resolve("half.json"),
                "{\"id\": \"lab\", ");
    }

    private Process start(String java, String run) {
        return unchecked(() ->
                new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), Rememberer.class.getName(),
                home.toString(), run).inheritIO().start());
    }

    /** Another run of hybridlab, for the test above. */
    static final class Rememberer {
        static final int LABS = 20;

        private Rememberer() {
        }

        public static void main(String[] arguments) {
            KnownLabs labs = new KnownLabs(UserFolders.of(Map.of(), Path.of(arguments[0])));
            IntStream.range(0, LABS).forEach(i -> labs.remember(lab("/" + arguments[1] + "/" + i, "10.0.0.0/24")));
        }
    }

    @Test
    void pid_takenByAnother_isNoDaemon() {
        StartedDaemons daemons = new StartedDaemons(folders());
        Started ours = Started.of("dockerd", List.of(), ProcessHandle.current());
        daemons.record(ours);
        daemons.record(new Started("libvirtd", List.of(), ours.pid(), ours.startedAt() + 1));

        assertThat(daemons.running()).containsExactly(ours);
    }

    @Test
    void relativeXdgFoldersAreIgnored() {
        assertThat(UserFolders.of(Map.of("XDG_STATE_HOME", "here"), home).state())
                .isEqualTo(home.resolve(".local/state/hybridlab"));
        assertThat(UserFolders.of(Map.of("XDG_CACHE_HOME", "/there"), home).cache())
                .isEqualTo(Path.of("/there/hybridlab"));
    }

    /** A missing key is damage, and has no default. */
    @ParameterizedTest
    @ValueSource(strings = {"name", "simulatesWindows", "mode", "addresses", "origin", "written"})
    void record_lackingKey_isUnreadable(String key) throws IOException {
        KnownLabs known = new KnownLabs(folders());
        known.remember(lab("/w", "10.0.0.0/24"));
        Path file;
        try (Stream<Path> files = Files.list(folders().state().resolve("labs"))) {
            file = files.filter(one -> one.toString().endsWith(".json")).findFirst().orElseThrow();
        }
        JsonNode all = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(((ObjectNode) all.get("lab")).remove(key)).isNotNull();
        Files.writeString(file, all.toString());

        assertThat(failure(known::all).id()).isEqualTo("state-unreadable");
    }

    @Test
    void aLabIsRememberedWithItsNetworkMode() {
        KnownLab lab = TestKnownLab.of("lab", "/w", ProviderName.DOCKER, "10.0.0.0/24", false,
                NetworkMode.RKE2);
        new KnownLabs(folders()).remember(lab);

        assertThat(new KnownLabs(folders()).all()).containsExactly(lab);
    }

    @Test
    void lab_rememberedAgain_keepsFormerMachinesAddresses() {
        KnownLabs known = new KnownLabs(folders());
        known.remember(lab("/w", "10.0.0.0/24").withAddresses(Map.of("node1", Ipv4.parse("10.0.0.12"))));

        known.remember(known.all().get(0).withAddresses(Map.of("node2", Ipv4.parse("10.0.0.13"))));

        assertThat(known.all().get(0).givenAddresses()).containsExactly(entry("node1", Ipv4.parse("10.0.0.12")),
                entry("node2", Ipv4.parse("10.0.0.13")));
    }

    private UserFolders folders() {
        return UserFolders.of(Map.of(), home);
    }

    private static KnownLab lab(String workspace, String network) {
        return TestKnownLab.of("lab", workspace, ProviderName.DOCKER, network);
    }
}

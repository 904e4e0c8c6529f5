package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.artifact.image.Crane;
import org.hybridlab.artifact.image.ImageCache;
import org.hybridlab.artifact.image.ImageFetcher;
import org.hybridlab.artifact.image.ImageLookup;
import org.hybridlab.artifact.image.ImageLookup.Answer;
import org.hybridlab.artifact.image.ImageName;
import org.hybridlab.artifact.image.KeptImage;
import org.hybridlab.artifact.image.Origin;
import org.hybridlab.artifact.image.WantedImage;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Images of several builds of Windows come from Debian's registry, which asks for a login, by the real crane, and the
 * real containerd of this host's bundle takes them. Nothing in them is of Windows.
 */
@Tag("long")
class ImagesTest {
    private static final String[] VERSIONS = {"10.0.17763.8027", "10.0.20348.587", "10.0.20348.2113",
            "10.0.26100.1742"};
    private static final int LARGE = 150;
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    private static Path registryFolder;
    @TempDir
    private Path folder;
    private static DebianRegistry registry;
    private final List<String> said = new ArrayList<>();

    @BeforeAll
    static void registry() throws IOException, InterruptedException {
        registry = new DebianRegistry(registryFolder, true);
        WindowsIndex.push(registry, "team/win:1", 1, VERSIONS);
        WindowsIndex.push(registry, "team/large:1", LARGE, VERSIONS[2]);
        WindowsIndex.push(registry, "team/hostprocess:1", 0, "");
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    @Test
    void images_fetchedAgain_askForNothing() throws IOException {
        for (String[] pair : new String[][] {{"17763", VERSIONS[0]}, {"20348", VERSIONS[2]}, {"26100", VERSIONS[3]}}) {
            assertThat(fetch("team/win:1", pair[0]).orElseThrow().osVersion()).as(said.toString()).isEqualTo(pair[1]);
        }
        assertThat(fetch("team/hostprocess:1", "17763").orElseThrow().osVersion()).isEmpty();
        long asked = requests();

        assertThat(fetch("team/win:1", "20348")).isPresent();
        assertThat(requests()).isEqualTo(asked).isPositive();
    }

    @Test
    void registry_tellsItsContent_butStrangersNothing() {
        Function<Optional<String>, ImageLookup> with = login -> new ImageLookup(new Crane(crane(), Map.of(),
                origin -> login, new LocalProcesses()));
        ImageLookup user = with.apply(Optional.of(DebianRegistry.authorization()));
        ImageLookup stranger = with.apply(Optional.empty());
        Fetching fetching = fetching(new Cancellation());

        assertThat(user.look(wanted("team/win:1", "20348"), fetching).answer()).isEqualTo(Answer.FOUND);
        assertThat(user.look(wanted("team/win:2", "20348"), fetching).answer()).isEqualTo(Answer.ABSENT);
        assertThat(user.look(wanted("team/none:1", "20348"), fetching).answer()).isEqualTo(Answer.ABSENT);
        assertThat(stranger.look(wanted("team/none:1", "20348"), fetching).answer()).isEqualTo(Answer.UNKNOWN);
    }

    @Test
    void withoutItsLoginTheRegistryGivesNothing() {
        ImageFetcher stranger = new ImageFetcher(new Crane(crane(), Map.of(), origin -> Optional.empty(),
                new LocalProcesses()), new ImageCache(folder));

        assertThat(stranger.fetch(wanted("team/win:1", "20348"), LONG, fetching(new Cancellation()))).isEmpty();
        assertThat(said).anyMatch(line -> line.contains("UNAUTHORIZED"));
    }

    /** Somebody kills the program in the middle of a layer. */
    @Test
    void aProgramThatIsKilledIsStartedAgain() throws Exception {
        Thread killer = new Thread(() -> {
            await().atMost(LONG).ignoreExceptions().pollInterval(Duration.ofMillis(5)).until(() -> staged() > 1 << 20);
            ProcessHandle.current().children().filter(child -> child.info().command().orElse("").endsWith("/crane"))
                    .forEach(ProcessHandle::destroyForcibly);
        });
        killer.start();

        KeptImage kept = fetch("team/large:1", "20348").orElseThrow();

        killer.join();
        assertThat(said).anyMatch(line -> line.startsWith("attempt 1 of 3"));
        assertThat(kept.bytes()).isGreaterThan(LARGE << 20);
        assertThat(files()).containsExactlyInAnyOrder("lock", wanted("team/large:1", "20348").flat());
    }

    @Test
    void anInterruptLeavesNothingHalf() throws Exception {
        Cancellation cancellation = new Cancellation();
        Thread user = new Thread(() -> {
            await().atMost(LONG).ignoreExceptions().pollInterval(Duration.ofMillis(5)).until(() -> staged() > 1 << 20);
            cancellation.request();
        });
        user.start();

        assertThatThrownBy(() -> fetcher().fetch(wanted("team/large:1", "20348"), LONG, fetching(cancellation)))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("interrupted"));

        user.join();
        assertThat(files()).containsExactly("lock");
        assertThat(fetch("team/large:1", "20348")).isPresent();
    }

    /** Without unpacking, which for such layers only Windows can. */
    @Test
    void images_inContainerd_keepTheirDigest() throws Exception {
        KeptImage kept = fetch("team/win:1", "20348").orElseThrow();
        KeptImage hostProcess = fetch("team/hostprocess:1", "20348").orElseThrow();
        Path socket = folder.resolve("sock");
        Process containerd = new ProcessBuilder(bundle().file("containerd").toString(), "--root",
                folder.resolve("root").toString(), "--state", folder.resolve("state").toString(), "--address",
                socket.toString(), "--config", Files.writeString(folder.resolve("config.toml"), """
                        version = 3
                        disabled_plugins = ["io.containerd.cri.v1.runtime", "io.containerd.cri.v1.images",
                                            "io.containerd.grpc.v1.cri", "io.containerd.nri.v1.nri"]
                        """).toString())
                .redirectErrorStream(true).redirectOutput(folder.resolve("containerd.log").toFile()).start();
        try {
            await().atMost(LONG).until(() -> ctr(socket, "images", "list").ok());

            for (KeptImage one : List.of(kept, hostProcess)) {
                Result imported = ctr(socket, "images", "import", "--no-unpack", "--platform", "windows/amd64",
                        one.archive().toString());
                assertThat(imported.ok()).as(imported.stderr()).isTrue();
                assertThat(ctr(socket, "images", "list").stdout().lines().map(line -> line.split("\\s+")))
                        .anyMatch(words -> words[0].equals(one.image().name().toString())
                                && words[2].equals(one.digest()));
            }
            assertThat(ctr(socket, "content", "ls", "-q").stdout().lines()).contains(kept.digest(),
                    hostProcess.digest());
        } finally {
            containerd.destroy();
            containerd.waitFor();
        }
    }

    private Result ctr(Path socket, String... words) {
        return new LocalProcesses().run(Command.of(bundle().file("ctr").toString(), "--address", socket.toString(),
                "--namespace", "k8s.io").with(words), new Cancellation());
    }

    private Optional<KeptImage> fetch(String image, String build) {
        return fetcher().fetch(wanted(image, build), LONG, fetching(new Cancellation()));
    }

    private ImageFetcher fetcher() {
        return new ImageFetcher(new Crane(crane(), Map.of(), origin -> Optional.of(DebianRegistry.authorization()),
                new LocalProcesses()), new ImageCache(folder));
    }

    private Fetching fetching(Cancellation cancellation) {
        return new Fetching(said::add, cancellation);
    }

    private static WantedImage wanted(String image, String build) {
        String host = "127.0.0.1:" + registry.port();
        return new WantedImage(ImageName.of(host + "/" + image).orElseThrow(), WindowsBuild.of(build),
                Arch.AMD64, List.of(new Origin(host, true, false)));
    }

    /** Bytes of what is not whole yet. */
    private long staged() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().contains("/.new-")).mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(one -> one.getFileName().toString()).toList();
        }
    }

    private static long requests() throws IOException {
        try (Stream<String> lines = Files.lines(registryFolder.resolve("log"))) {
            return lines.filter(line -> line.contains("\"GET /v2/")).count();
        }
    }

    private static Path crane() {
        return bundles().get(version(), Group.TOOLS, Arch.ofThisHost(), new Fetching(line -> { }, new Cancellation()))
                .file("crane");
    }

    private static Bundle bundle() {
        return bundles().cached(version(), Os.LINUX, Arch.ofThisHost()).orElseThrow();
    }

    private static KubernetesVersion version() {
        return bundles().releases().get(0).kubernetes();
    }

    private static Bundles bundles() {
        return Bundles.of(Path.of("").toAbsolutePath(), UserFolders.of(System.getenv(),
                Path.of(System.getProperty("user.home"))).cache(), System.getenv(), new LocalProcesses());
    }
}

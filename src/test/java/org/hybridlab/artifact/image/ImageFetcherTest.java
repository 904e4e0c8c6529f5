package org.hybridlab.artifact.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.WindowsBuild;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFetcherTest {
    private static final Origin MIRROR = new Origin("mirror.example:5000", true, true);
    private static final Origin OWN = new Origin("registry.k8s.io", false, false);

    @TempDir
    private Path folder;
    private final FakeCrane crane = new FakeCrane();
    private final List<String> said = new ArrayList<>();
    private ImageCache cache;

    @BeforeEach
    void cache() {
        cache = new ImageCache(folder);
    }

    @Test
    void image_isFetchedOnce_andKeptByName() throws IOException {
        WantedImage pause = wanted(OWN);

        KeptImage kept = fetch(pause).orElseThrow();

        assertThat(kept.osVersion()).isEqualTo("10.0.20348.2113");
        assertThat(names(kept.archive())).startsWith("oci-layout", "index.json").hasSize(5);
        assertThat(Files.readString(kept.archive()))
                .contains("\"io.containerd.image.name\":\"registry.k8s.io/pause:3.10.2\"");
        assertThat(fetch(pause)).contains(kept);
        assertThat(crane.verbs()).containsExactly("manifest", "pull");
    }

    @Test
    void theSameImageGivesTheSameBytes() throws IOException {
        String first = fetch(wanted(OWN)).orElseThrow().sha256();
        CacheFolder.delete(folder.resolve(wanted(OWN).flat()));

        assertThat(fetch(wanted(OWN)).orElseThrow().sha256()).isEqualTo(first);
    }

    /** A lab may have an own image by a well-known name in its mirror. */
    @Test
    void whatAMirrorHasIsKeptApart() throws IOException {
        fetch(wanted(OWN));

        assertThat(cache.look(wanted(MIRROR, OWN))).isEmpty();
        assertThat(fetch(wanted(MIRROR, OWN))).isPresent();
        assertThat(crane.calls.get(2)).containsExactly("manifest", "mirror.example:5000/pause:3.10.2", "--insecure");
        assertThat(kept()).hasSize(2);
    }

    @Test
    void mirror_thatIsSilent_isAskedOnce() throws IOException {
        crane.troubles.add(FakeCrane.REFUSED);
        ImageFetcher fetcher = fetcher();

        assertThat(fetcher.fetch(wanted(MIRROR, OWN), Duration.ofMinutes(1), fetching())).isPresent();
        assertThat(fetcher.fetch(other(MIRROR, OWN), Duration.ofMinutes(1), fetching())).isPresent();

        assertThat(crane.calls).filteredOn(words -> words.toString().contains("mirror.example")).hasSize(1);
    }

    @Test
    void mirror_lackingAnImage_isSkippedForIt() throws IOException {
        crane.troubles.add(FakeCrane.UNKNOWN);
        ImageFetcher fetcher = fetcher();

        fetcher.fetch(wanted(MIRROR, OWN), Duration.ofMinutes(1), fetching());
        fetcher.fetch(other(MIRROR, OWN), Duration.ofMinutes(1), fetching());

        assertThat(crane.calls).filteredOn(words -> words.toString().contains("mirror.example")).hasSize(3);
    }

    @Test
    void brokenPull_isTriedAgain_andLeavesNothing() throws IOException {
        crane.troubles.addAll(List.of("", "Error: unexpected EOF"));

        assertThat(fetch(wanted(OWN))).isPresent();

        assertThat(crane.verbs()).containsExactly("manifest", "pull", "pull");
        assertThat(said).contains("attempt 1 of 3: Error: unexpected EOF");
        assertThat(kept()).hasSize(1);
    }

    @Test
    void pull_afterThreeAttempts_failsAndKeepsNothing() throws IOException {
        crane.troubles.addAll(List.of("", "Error: EOF", "Error: EOF", "Error: EOF"));

        assertThat(fetch(wanted(OWN))).isEmpty();

        assertThat(crane.verbs()).containsExactly("manifest", "pull", "pull", "pull");
        assertThat(said).endsWith("registry.k8s.io/pause:3.10.2 (20348): not from registry.k8s.io: Error: EOF");
        assertThat(kept()).isEmpty();
    }

    @Test
    void nothingIsFetchedWhenTheTimeIsOver() throws IOException {
        assertThat(fetcher().fetch(wanted(OWN), Duration.ZERO, fetching())).isEmpty();

        assertThat(crane.verbs()).containsExactly("manifest");
    }

    @Test
    void image_ofLinuxOrAnotherBuild_isDropped() throws IOException {
        crane.config = "{\"os\": \"linux\", \"architecture\": \"amd64\"}";
        assertThat(fetch(wanted(OWN))).isEmpty();
        crane.config = "{\"os\": \"windows\", \"architecture\": \"amd64\", \"os.version\": \"10.0.17763.1\"}";
        assertThat(fetch(wanted(OWN))).isEmpty();

        assertThat(said).anyMatch(line -> line.endsWith("it is for linux ")).anyMatch(line ->
                line.endsWith("it is for windows 10.0.17763.1"));
        assertThat(kept()).isEmpty();
    }

    @Test
    void imageFetch_interrupted_isCleanedByNext() throws IOException {
        crane.troubles.addAll(List.of("", FakeCrane.INTERRUPTED));
        assertThat(failure(() -> fetch(wanted(OWN))).id()).isEqualTo("interrupted");
        assertThat(kept()).isEmpty();
        Files.writeString(Files.createDirectories(folder.resolve(".new-123/oci1")).resolve("half"), "half");

        fetch(wanted(OWN));

        assertThat(folder.resolve(".new-123")).doesNotExist();
        assertThat(kept()).containsExactly(wanted(OWN).flat());
    }

    @Test
    void archive_thatIsNotWhole_isFetchedAgain() throws IOException {
        Files.writeString(fetch(wanted(OWN)).orElseThrow().archive(), "half");

        assertThat(cache.look(wanted(OWN))).isEmpty();
        assertThat(fetch(wanted(OWN))).isPresent();
    }

    @Test
    void login_goesByStdin_toItsRegistryOnly() throws IOException {
        crane.troubles.add(FakeCrane.UNKNOWN);

        fetch(wanted(MIRROR, OWN));

        assertThat(crane.stdins)
                .containsExactly("{\"auths\":{}}", "{\"auths\":{\"registry.k8s.io\":{\"auth\":\"dTpw\"}}}",
                "{\"auths\":{\"registry.k8s.io\":{\"auth\":\"dTpw\"}}}");
        assertThat(crane.calls.toString()).doesNotContain("dTpw");
    }

    private Optional<KeptImage> fetch(WantedImage wanted) {
        return fetcher().fetch(wanted, Duration.ofMinutes(1), fetching());
    }

    private ImageFetcher fetcher() {
        return new ImageFetcher(new Crane(Path.of("crane"), Map.of(), origin -> origin.mirror() ? Optional.empty()
                : Optional.of("dTpw"), crane), cache);
    }

    private Fetching fetching() {
        return new Fetching(said::add, new Cancellation());
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(one -> one.getFileName().toString()).filter(name -> !name.equals("lock")).toList();
        }
    }

    /** As tar itself reads it. */
    private static List<String> names(Path archive) {
        return new LocalProcesses().run(Command.of("tar", "tf", archive.toString()), new Cancellation()).stdout()
                .lines()
                .toList();
    }

    private static WantedImage wanted(Origin... origins) {
        return image("registry.k8s.io/pause:3.10.2", origins);
    }

    private static WantedImage other(Origin... origins) {
        return image("registry.k8s.io/other:1", origins);
    }

    private static WantedImage image(String name, Origin... origins) {
        return new WantedImage(ImageName.of(name).orElseThrow(), WindowsBuild.of("2022"), Arch.AMD64,
                List.of(origins));
    }
}

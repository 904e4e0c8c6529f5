package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Arch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfficialSourceTest {
    private static final String KUBELET = "/release/v1.36.3/bin/linux/amd64/kubelet";

    @TempDir
    private Path cache;
    private Publisher publisher;
    private Bundles bundles;

    @BeforeEach
    void publish() throws IOException {
        publisher = Publisher.withEverything();
        bundles = Manifests.official(Manifests.at(publisher.base()), cache);
    }

    @AfterEach
    void stop() {
        publisher.close();
    }

    @Test
    void files_fromPublishersAndArchives_areUnpacked() throws IOException {
        Bundle bundle = Manifests.get(bundles);

        for (String name : List.of("kubelet", "kubeadm", "tool", "toolctl")) {
            assertThat(Files.readAllBytes(bundle.file(name))).isEqualTo(Publisher.content(name));
            assertThat(bundle.file(name)).isExecutable();
            assertThat(bundle.sums().get(name)).isEqualTo(Sha256.of(Publisher.content(name)));
        }
        assertThat(bundle.file("tool")).isEqualTo(cache.resolve("tool/2.60-linux-amd64/tool"));
    }

    @Test
    void oneProgram_comesWithItsComponentOnly() {
        assertThat(bundles.program("kubelet", Manifests.VERSION, Arch.AMD64)).isEmpty();

        Path kubelet = bundles.program("kubelet", Manifests.VERSION, Arch.AMD64, Manifests.quiet());

        assertThat(kubelet).isExecutable().hasBinaryContent(Publisher.content("kubelet"));
        assertThat(bundles.program("kubelet", Manifests.VERSION, Arch.AMD64)).contains(kubelet);
        assertThat(publisher.requests()).noneMatch(request -> request.contains("tool"));
    }

    @Test
    void secondGet_afterOneProbe_asksNothing() {
        Manifests.get(bundles);
        assertThat(publisher.requests()).filteredOn(request -> request.startsWith("HEAD")).hasSize(1);

        int before = publisher.requests().size();
        Manifests.get(bundles);
        assertThat(publisher.requests()).hasSize(before);
    }

    @Test
    void wrongChecksum_isRefusedByName_leavingNothing() throws IOException {
        publisher.put(KUBELET, Publisher.content("something else"));

        LabException refused = failure(() -> Manifests.get(bundles));
        assertThat(refused.id()).isEqualTo("bundle-wrong-checksum");
        assertThat(refused.what()).contains("kubelet").contains(publisher.base() + KUBELET);
        assertThat(refused.why().orElseThrow()).contains(Sha256.of(Publisher.content("kubelet")))
                .contains(Sha256.of(Publisher.content("something else")));
        assertThat(everyFile()).noneMatch(file -> file.endsWith("kubelet"));
    }

    @Test
    void publisherSum_ofAnotherFile_doesNotVouch() throws IOException {
        publisher.put(KUBELET, Publisher.content("something else"));
        publisher.put(KUBELET + ".sha256", Sha256.of(Publisher.content("something else"))
                .getBytes(StandardCharsets.UTF_8));

        assertThat(failure(() -> Manifests.get(bundles)).id()).isEqualTo("bundle-wrong-checksum");
        assertThat(everyFile()).noneMatch(file -> file.endsWith("kubelet"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"kubernetes/1.36.3-linux-amd64/kubelet",
            "tool/2.60-linux-amd64/tool-2.60-linux-amd64.tar.gz"})
    void file_withoutProjectSum_isNotTaken(String unknown) throws IOException {
        Map<String, String> sums = new HashMap<>(Publisher.sums());
        sums.remove(unknown);
        bundles = Manifests.official(Manifests.at(publisher.base(), Map.of(), sums), cache);

        assertThat(failure(() -> Manifests.get(bundles)).id()).as("no modules here").isEqualTo("bundle-not-offered");
        assertThat(publisher.requests()).noneMatch(request -> request.startsWith("GET")
                && request.contains(unknown.substring(0, 4)) && request.endsWith(Path.of(unknown).getFileName()
                        .toString()));
    }

    @Test
    void aBrokenConnectionGoesOnWhereItStopped() throws IOException {
        publisher.breakOffAfter(200_000);

        Bundle bundle = Manifests.get(bundles);

        assertThat(Files.readAllBytes(bundle.file("kubelet"))).isEqualTo(Publisher.content("kubelet"));
        assertThat(publisher.requests()).filteredOn(request -> request.startsWith("GET " + KUBELET + " bytes="))
                .hasSizeBetween(2, 3);
    }

    @Test
    void download_foundHalfDone_goesOn() throws IOException {
        Path partial = cache.resolve("downloads").resolve(Sha256.of(Publisher.content("kubelet")) + ".part");
        Files.createDirectories(partial.getParent());
        Files.write(partial, new byte[] {Publisher.content("kubelet")[0]});

        Manifests.get(bundles);

        assertThat(publisher.requests()).contains("GET " + KUBELET + " bytes=1-").doesNotContain("GET " + KUBELET);
    }

    @Test
    void download_whereServerCannotResume_startsAgain() throws IOException {
        Path partial = cache.resolve("downloads").resolve(Sha256.of(Publisher.content("kubelet")) + ".part");
        Files.createDirectories(partial.getParent());
        Files.write(partial, new byte[100]);
        publisher.refuseRanges();

        assertThat(Files.readAllBytes(Manifests.get(bundles).file("kubelet")))
                .isEqualTo(Publisher.content("kubelet"));
    }

    @Test
    void server_thatGivesNothing_isGivenUp() {
        publisher.breakOffAfter(0);

        LabException failure = failure(() -> Manifests.get(bundles));
        assertThat(failure.id()).isEqualTo("bundle-not-downloaded");
        assertThat(failure.what()).contains(publisher.base());
    }

    @Test
    void ctrlCEndsADownload() {
        Cancellation cancellation = new Cancellation();
        Fetching fetching = new Fetching(line -> {
            if (line.startsWith("downloading")) {
                cancellation.request();
            }
        }, cancellation);

        assertThatThrownBy(() -> bundles.get(Manifests.VERSION, Group.LINUX, Arch.AMD64, fetching))
                .isInstanceOfSatisfying(LabException.class, end -> assertThat(end.id()).isEqualTo("interrupted"));
    }

    @Test
    void files_withoutOfficialSites_comeFromModules() {
        publisher.close();
        List<String> lines = new ArrayList<>();

        assertThatThrownBy(() -> bundles.get(Manifests.VERSION, Group.LINUX, Arch.AMD64,
                new Fetching(lines::add, new Cancellation())))
                .isInstanceOfSatisfying(LabException.class,
                        end -> assertThat(end.id()).isEqualTo("bundle-not-offered"));
        assertThat(lines).contains("official downloads cannot be reached: building from Go modules")
                .noneMatch(line -> line.startsWith("downloading"));
    }

    private List<String> everyFile() throws IOException {
        try (Stream<Path> files = Files.walk(cache)) {
            return files.filter(Files::isRegularFile).map(file -> file.getFileName().toString()).toList();
        }
    }
}

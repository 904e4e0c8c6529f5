package org.hybridlab.artifact.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Images that a user names, from archives made by hand and from fake programs. */
class LoadedImageCacheTest {
    private static final TestImage APP = new TestImage("amd64", List.of("base", "library", "program"));
    private static final Fetching FETCHING = new Fetching(line -> { }, new Cancellation());
    private static final Processes NOBODY = new FakePrograms(command -> {
        throw LabException.hostNotReady("program-missing", command.words().get(0), "");
    });

    @TempDir
    private Path folder;
    private Path root;
    private ImageCache cache;

    @BeforeEach
    void aCache() {
        root = folder.resolve("images");
        cache = new ImageCache(root);
    }

    @Test
    void archiveOfDocker_isKeptByDigest_inPiecesOfAnArchive() throws IOException {
        archive(APP.dockerSave("app:1", "registry.example/app:2"));

        Map<ImageName, OciImage> kept = keep("./app.tar");

        assertThat(kept.keySet()).extracting(ImageName::toString)
                .containsExactlyInAnyOrder("docker.io/library/app:1", "registry.example/app:2");
        OciImage image = kept.values().iterator().next();
        assertThat(cache.kept(image.manifest())).contains(image);
        Map<String, String> sent = TestImage.read(image.begin("docker.io/library/app:1"),
                cache.blobs(image, Set.of()));
        assertThat(sent.keySet()).startsWith("oci-layout", "index.json").hasSize(7);
        sent.forEach((name, content) -> assertThat(!name.startsWith(OciImage.BLOBS)
                || TestImage.blob(content).equals(name)).as(name).isTrue());
        assertThat(sent.get("index.json")).contains("docker.io/library/app:1", image.manifest())
                .containsOnlyOnce("digest");
    }

    /** containerd's own sum of the layers below and this one. */
    @Test
    void layers_withSnapshots_areLeftOut() throws IOException {
        archive(APP.dockerSave("app:1"));
        OciImage image = keep("./app.tar").values().iterator().next();
        String base = TestImage.digest("base");
        String library = "sha256:" + Sha256.of(base + " " + TestImage.digest("library"));

        assertThat(image.layers()).extracting(OciImage.Layer::chain).startsWith(base, library);
        assertThat(TestImage.read("", cache.blobs(image, Set.of(base, library)))).containsValue("program")
                .doesNotContainValue("base").doesNotContainValue("library");
        assertThat(image.snapshot()).isEqualTo("sha256:" + Sha256.of(library + " " + TestImage.digest("program")));
    }

    @Test
    void layerThatIsThereTwice_isALinkInDockersArchive() throws IOException {
        archive(new TestImage("amd64", List.of("empty", "program", "empty")).dockerSave("app:1"));

        assertThat(keep("./app.tar").values().iterator().next().layers()).extracting(OciImage.Layer::digest)
                .containsExactly(TestImage.digest("empty"), TestImage.digest("program"), TestImage.digest("empty"));
    }

    /** Docker's containerd store and buildx write an index: of the other platforms it has no blobs. */
    @ParameterizedTest
    @ValueSource(strings = {"./app.tar", "./folder"})
    void indexWithAbsentPlatforms_andAttestation_givesThatOfTheMachine(String word) throws IOException {
        String other = new TestImage("arm64", List.of("far away")).manifest();
        String inner = TestImage.index(TestImage.descriptor(other, TestImage.platform("linux", "arm64")),
                TestImage.descriptor(APP.manifest(), TestImage.platform("linux", "amd64")),
                TestImage.descriptor("{}", TestImage.platform("unknown", "unknown")));
        Map<String, String> files = new LinkedHashMap<>(Map.of("oci-layout", "{}", "index.json",
                TestImage.index(TestImage.descriptor(inner, TestImage.named("app:1"))), TestImage.blob(inner), inner));
        files.putAll(APP.blobs());
        archive(files);
        for (Map.Entry<String, String> one : files.entrySet()) {
            Path file = folder.resolve("folder").resolve(one.getKey());
            Files.writeString(Files.createDirectories(file.getParent()).resolve(file.getFileName()), one.getValue());
        }

        assertThat(keep(word)).extractingByKey(ImageName.of("app:1").orElseThrow())
                .extracting(OciImage::manifest).isEqualTo(TestImage.digest(APP.manifest()));
        LabException absent = failure(() -> cache.keep(word, folder, "riscv64", NOBODY, FETCHING));
        assertThat(absent.id()).isEqualTo("image-platform-absent");
        assertThat(absent.what()).contains("linux/riscv64", "linux/amd64, linux/arm64").doesNotContain("unknown");
        assertThat(failure(() -> cache.keep(word, folder, "arm64", NOBODY, FETCHING)).what())
                .contains("lacks a blob", TestImage.digest(other));
    }

    /** A large layer is trusted to its name here; containerd compares it. */
    @Test
    void largeLayer_goesThrough() throws IOException {
        TestImage large = new TestImage("amd64", List.of("x".repeat(3_000_001), "small"));
        archive(large.dockerSave("app:1"));

        OciImage image = keep("./app.tar").values().iterator().next();

        assertThat(image.layers().get(0).digest()).isEqualTo(TestImage.digest(large.layers().get(0)));
        assertThat(TestImage.read("", cache.blobs(image, Set.of()))).containsValue(large.layers().get(0));
    }

    /** Digests name files of the cache. */
    @Test
    void digest_thatIsAPath_isRefused() {
        TestImage large = new TestImage("amd64", List.of("x".repeat(3_000_001)));
        String digest = TestImage.digest(large.layers().get(0));
        Map<String, String> docker = large.dockerSave("app:1");
        docker.replaceAll((name, content) -> content.replace(digest, "sha256:../../../escaped"));
        Map<String, String> oci = large.blobs();
        oci.replaceAll((name, content) -> content.replace(digest, "sha256:../../../escaped"));
        oci.put("blobs/sha256/../../../escaped", large.layers().get(0));
        oci.put("index.json", TestImage.index(TestImage.descriptor(large.manifest(), TestImage.named("app:1"))));

        for (Map<String, String> files : List.of(docker, oci)) {
            archive(files);
            assertThat(of("./app.tar")).isEqualTo("image-archive-invalid");
            assertThat(failure(() -> keep("./app.tar")).what()).contains("../../../escaped");
        }
    }

    @Test
    void compressedArchive_isRead() throws IOException {
        Path plain = archive(APP.dockerSave("app:1"));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("app.tgz")))) {
            Files.copy(plain, out);
        }

        assertThat(keep("./app.tgz")).hasSize(1);
    }

    @Test
    void brokenArchives_haveTheirErrors() throws IOException {
        Path whole = archive(APP.dockerSave("app:1"));
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(folder.resolve("torn.tar"), Arrays.copyOf(bytes, 700));
        Files.writeString(folder.resolve("text.tar"), "no archive".repeat(1000));
        TestImage.write(Map.of("hello", "world"), folder.resolve("other.tar"));
        TestImage.write(APP.dockerSave(), folder.resolve("nameless.tar"));
        TestImage.write(new TestImage("arm64", List.of("a")).dockerSave("app:1"), folder.resolve("arm.tar"));
        Map<String, String> less = APP.dockerSave("app:1");
        less.remove("layer1/layer.tar");
        TestImage.write(less, folder.resolve("less.tar"));

        assertThat(of("./torn.tar")).isEqualTo("image-archive-invalid");
        assertThat(failure(() -> keep("./torn.tar")).what()).contains("ends in the middle of a file");
        assertThat(of("./text.tar")).isEqualTo("image-archive-invalid");
        assertThat(failure(() -> keep("./other.tar")).what()).contains("has no image in it");
        assertThat(failure(() -> keep("./less.tar")).what()).contains("layer1/layer.tar");
        assertThat(of("./nameless.tar")).isEqualTo("image-without-name");
        assertThat(of("./arm.tar")).isEqualTo("image-platform-absent");
        assertThat(of("./absent.tar")).isEqualTo("image-not-found");
        assertThat(left()).containsExactly("lock");
    }

    @Test
    void tagAlone_isNoName() throws IOException {
        Map<String, String> files = new LinkedHashMap<>(APP.blobs());
        files.put("index.json", TestImage.index(TestImage.descriptor(APP.manifest(),
                ", \"annotations\": {\"org.opencontainers.image.ref.name\": \"1.0\"}")));
        archive(files);

        assertThat(of("./app.tar")).isEqualTo("image-without-name");
    }

    /** podman calls it localhost/app:1. */
    @Test
    void imageOfPodman_getsTheNameThatWasTyped() {
        FakePrograms programs = programs(Map.of("podman", "localhost/app:1"), "", "1.41");

        assertThat(cache.keep("app:1", folder, "amd64", programs, FETCHING).keySet())
                .extracting(ImageName::toString).containsExactly("docker.io/library/app:1");
        assertThat(programs.ran()).anyMatch(line -> line.startsWith("docker image inspect"))
                .noneMatch(line -> line.contains("--platform"));
        assertThat(new HostImages(programs, new Cancellation()).holder("app:1")).contains("podman");
        assertThat(new HostImages(programs(Map.of(), "", ""), new Cancellation()).holder("app:1")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.41", "1.47", "", "1.48", "1.50"})
    void docker_isAskedForOnePlatform_whereItCan(String api) {
        FakePrograms programs = programs(Map.of("docker", "app:1"), "", api);

        cache.keep("app:1", folder, "amd64", programs, FETCHING);

        assertThat(programs.ran().stream().anyMatch(line -> line.startsWith("docker save --platform linux/amd64 ")))
                .isEqualTo(api.equals("1.48") || api.equals("1.50"));
    }

    @Test
    void imageThatNobodyHas_isNotFound_butSilenceIsUnknown() {
        LabException absent = failure(() -> cache.keep("app:1", folder, "amd64", programs(Map.of(), "", ""), FETCHING));
        assertThat(absent.id()).isEqualTo("image-not-found");
        LabException silent = failure(() -> cache.keep("app:1", folder, "amd64", programs(Map.of(),
                "Cannot connect to the Docker daemon", ""), FETCHING));
        assertThat(silent.id()).isEqualTo("image-program-silent");
        assertThat(silent.exitCode().number()).isEqualTo(3);
        assertThat(of("app:1")).isEqualTo("image-program-missing");
        assertThat(left()).containsExactly("lock");
    }

    @Test
    void forgottenImage_isGone_andADamagedOneIsNotThere() throws IOException {
        archive(APP.dockerSave("app:1"));
        OciImage image = keep("./app.tar").values().iterator().next();
        Files.delete(cache.blobs(image, Set.of()).get(2));

        assertThat(cache.kept(image.manifest())).isEmpty();
        keep("./app.tar");
        assertThat(cache.kept(image.manifest())).contains(image);
        cache.forget(List.of(image.manifest()), FETCHING);
        assertThat(left()).containsExactly("lock");
    }

    /** @param has names by program @param silence why docker does not answer; empty: it does */
    private static FakePrograms programs(Map<String, String> has, String silence, String api) {
        return new FakePrograms(command -> {
            List<String> words = command.words();
            if (words.get(1).equals("save")) {
                TestImage.write(APP.dockerSave(has.get(words.get(0))),
                        Path.of(words.get(words.indexOf("--output") + 1)));
                return Answer.DONE;
            }
            if (words.get(1).equals("version")) {
                return Answer.printing(api + "\n");
            }
            return has.containsKey(words.get(0)) ? Answer.printing("sha256:1") : Answer.failing(
                    words.get(0).equals("docker") && !silence.isEmpty() ? silence : "Error: No such image: app:1");
        });
    }

    private Path archive(Map<String, String> files) {
        return TestImage.write(files, folder.resolve("app.tar"));
    }

    private Map<ImageName, OciImage> keep(String word) {
        return cache.keep(word, folder, "amd64", NOBODY, FETCHING);
    }

    private String of(String word) {
        return failure(() -> keep(word)).id();
    }

    private List<String> left() {
        try (Stream<Path> all = Files.list(root)) {
            return all.map(path -> path.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BundleManifestReaderTest {
    private static final Path OURS = Path.of("data/bundle");

    @Test
    void placeholdersBecomeTheVersionsOfTheRelease() {
        BundleManifest manifest = Manifests.at("http://x");
        BundlePart kubernetes = manifest.parts(Manifests.VERSION, Group.WINDOWS, Arch.AMD64).get(0);

        assertThat(kubernetes.folder()).isEqualTo("kubernetes/1.36.3-windows-amd64");
        assertThat(kubernetes.packages()).isEqualTo(Map.of("kubelet.exe", "k8s.io/kubernetes/cmd/kubelet"));
        assertThat(kubernetes.fill(kubernetes.component().module())).isEqualTo("kubernetes-1.36");
        assertThat(kubernetes.fill("server-{version-branch}")).isEqualTo("server-1.36");
        assertThat(manifest.images(Manifests.VERSION).get("tool").reference())
                .isEqualTo("registry.example.org/tool:2.60-0");
        assertThat(manifest.images(Manifests.VERSION).get("tool").tag()).isEqualTo("2.60-0");
    }

    @Test
    void unknownKubernetes_isRefused_withKnownReleases() {
        LabException refused = failure(() -> Manifests.at("http://x").release(KubernetesVersion.parse("1.20.0")));
        assertThat(refused.id()).isEqualTo("kubernetes-not-in-bundle");
        assertThat(refused.advice()).contains("1.36.3");
    }

    @ParameterizedTest
    @CsvSource({
        "'tool: \"2.60\"', 'tool: 2.60', 'manifest.releases[0].tool is no text; put it between quotes'",
        "', tool: \"2.60\"', '', 'manifest.releases[0] lacks a version of tool'",
        "'linux: [kubernetes, tool]', 'linux: [kubernetes, gone]', 'manifest.groups.linux names gone'",
        "'windows: [kubernetes]', 'windows: [tool]', 'has no files for windows'",
        "'seconds: 10', 'seconds: ten', 'manifest.components.tool.cost.seconds is no number'",
        "'tools: [client]', 'tools: [tool, gone]', 'tools.groups.tools names gone'",
        "'    version: 1.2.3\n', '', 'tools.components.client lacks'",
    })
    void mistakesSayWhereTheyAre(String right, String wrong, String message) {
        assertThatThrownBy(() -> BundleManifestReader.parse(Manifests.yaml().replace(right, wrong),
                Manifests.TOOLS.replace(right, wrong), new PinnedSums(Map.of()), new PinnedSums(Map.of())))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }

    @Test
    void ownManifest_ofEveryRelease_pinsLinuxFiles() {
        BundleManifest manifest = BundleManifestReader.read(OURS);
        for (Release release : manifest.releases()) {
            for (BundlePart part : manifest.parts(release.kubernetes(), Group.LINUX, Arch.AMD64)) {
                assertThat(part.names()).as(part.title())
                        .allSatisfy(name -> assertThat(manifest.sums().of(part, name)).as(name).isPresent());
            }
        }
    }

    /** The publisher's sums of 1.37.2 are not known yet. */
    @ParameterizedTest
    @EnumSource(Arch.class)
    void slowBuilds_mayComeFromTheirPublisher(Arch arch) {
        BundleManifest manifest = BundleManifestReader.read(OURS);
        OfficialSource official = new OfficialSource(new Downloads(Path.of("none"), Map.of()), manifest.official());
        for (Release release : manifest.releases()) {
            assertThat(manifest.parts(release.kubernetes(), Group.LINUX, arch).stream().filter(official::offers)
                    .map(part -> part.component().name())).contains("cni-plugins")
                    .satisfies(names -> assertThat(names.contains("kubernetes"))
                            .isNotEqualTo(release.kubernetes().toString().equals("1.37.2")));
        }
    }

    @Test
    void publisherSums_belongToPartsOfTheManifest() {
        BundleManifest manifest = BundleManifestReader.read(OURS);
        Set<String> folders = manifest.releases().stream().flatMap(release -> Stream.of(Group.LINUX, Group.WINDOWS)
                .flatMap(group -> Stream.of(Arch.values()).flatMap(arch ->
                        manifest.parts(release.kubernetes(), group, arch).stream()))).map(BundlePart::folder)
                .collect(Collectors.toSet());

        assertThat(manifest.official().byPath().keySet()).isNotEmpty()
                .allMatch(path -> folders.contains(path.substring(0, path.lastIndexOf('/'))));
    }

    /** A tool has one version for all releases, which asks for no new boxes: their key knows nothing of it. */
    @Test
    void hostTools_areNoPartOfARelease() throws IOException {
        BundleManifest manifest = BundleManifestReader.read(OURS);
        for (Release release : manifest.releases()) {
            BundlePart crane = manifest.parts(release.kubernetes(), Group.TOOLS, Arch.AMD64).get(0);
            assertThat(crane.folder()).isEqualTo("crane/%s-linux-amd64".formatted(crane.version()));
            assertThat(manifest.sums().of(crane, "crane")).isPresent();
        }
        assertThat(Files.readString(OURS.resolve("manifest.yaml")) + Files.readString(OURS.resolve("sha256sums")))
                .doesNotContain("crane");
    }

    @Test
    void theNewestReleasePinsEveryWindowsFileToo() {
        BundleManifest manifest = BundleManifestReader.read(OURS);
        for (BundlePart part : manifest.parts(manifest.releases().get(0).kubernetes(), Group.WINDOWS, Arch.AMD64)) {
            assertThat(part.names()).as(part.title())
                    .allSatisfy(name -> assertThat(manifest.sums().of(part, part.fileName(name))).as(name).isPresent());
        }
    }

    @Test
    void components_ofManifest_haveModulesOfTheirVersion() throws IOException {
        BundleManifest manifest = BundleManifestReader.read(OURS);
        for (Release release : manifest.releases()) {
            for (Group group : manifest.groups().keySet()) {
                for (BundlePart part : manifest.parts(release.kubernetes(), group, Arch.AMD64)) {
                    Path module = OURS.resolve("go").resolve(part.fill(part.component().module()));
                    String goMod = Files.readString(module.resolve("go.mod"));
                    if (!List.of("pause", "agnhost", "service-host").contains(part.component().name())) {
                        assertThat(goMod).as(part.title()).contains(" v" + part.version());
                        assertThat(module.resolve("go.sum")).isRegularFile();
                    }
                }
            }
        }
    }

    @Test
    void manifestImages_areMadeOfBundleFiles() {
        BundleManifest manifest = BundleManifestReader.read(OURS);
        List<String> names = manifest.parts(KubernetesVersion.parse("1.36.3"), Group.LINUX, Arch.AMD64).stream()
                .flatMap(part -> part.names().stream()).toList();
        assertThat(manifest.images(KubernetesVersion.parse("1.36.3")).values()).isNotEmpty()
                .allSatisfy(image -> assertThat(names).containsAll(image.files().values()))
                .allSatisfy(image -> assertThat(image.reference()).doesNotContain("{"));
    }
}

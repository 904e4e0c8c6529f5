package org.hybridlab.artifact.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.WindowsBuild;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What containerd on a machine would choose, the host chooses for it. */
class VariantTest {
    private static final String INDEX = """
            {"schemaVersion": 2, "manifests": [
              {"digest": "sha256:linux", "platform": {"os": "linux", "architecture": "amd64"}},
              {"digest": "sha256:arm", "platform": {"os": "windows", "architecture": "arm64", "os.version": \
            "10.0.20348.9999"}},
              {"digest": "sha256:2019", "platform": {"os": "windows", "architecture": "amd64", "os.version": \
            "10.0.17763.8027"}},
              {"digest": "sha256:2022-old", "platform": {"os": "windows", "architecture": "amd64", "os.version": \
            "10.0.20348.587"}},
              {"digest": "sha256:2022-new", "platform": {"os": "windows", "architecture": "amd64", "os.version": \
            "10.0.20348.2113"}},
              {"digest": "sha256:other", "platform": {"os": "windows", "architecture": "amd64", "os.version": \
            "10.0.25398.1"}}
            ]}""";

    @ParameterizedTest
    @CsvSource({"17763, sha256:2019", "20348, sha256:2022-new", "26100, sha256:2022-new"})
    void newestFittingBuild_withLastRevision_isTaken(String build, String digest) {
        assertThat(Variant.of(INDEX, wanted(build))).flatMap(Variant::digest).contains(digest);
    }

    @Test
    void anOwnBuildGoesBeforeAnOlderOne() {
        String more = INDEX.replace("10.0.25398.1", "10.0.26100.1742");

        assertThat(Variant.of(more, wanted("26100"))).flatMap(Variant::digest).contains("sha256:other");
        assertThat(Variant.of(more, wanted("20348"))).flatMap(Variant::digest).contains("sha256:2022-new");
    }

    @Test
    void imageWithoutBuild_isTakenLast() {
        String hostProcess = INDEX.replace(", \"os.version\": \"10.0.25398.1\"", "");

        assertThat(Variant.of(hostProcess, wanted("20348"))).flatMap(Variant::digest).contains("sha256:2022-new");
        assertThat(Variant.of(hostProcess.replace("20348.", "20.").replace("17763.", "17."), wanted("20348")))
                .flatMap(Variant::digest).contains("sha256:other");
    }

    @Test
    void name_ofOneImage_meansThatOne() {
        assertThat(Variant.of("{\"schemaVersion\": 2, \"config\": {}, \"layers\": []}", wanted("20348")))
                .contains(new Variant(Optional.empty(), Optional.empty()));
    }

    @Test
    void index_withoutFittingVariant_givesNone() {
        assertThat(Variant.of(INDEX.replace("\"windows\"", "\"linux\""), wanted("20348"))).isEmpty();
        assertThat(Variant.of("<html>log in here</html>", wanted("20348"))).isEmpty();
    }

    private static WantedImage wanted(String build) {
        return new WantedImage(ImageName.of("registry.k8s.io/pause:3.10.2").orElseThrow(),
                WindowsBuild.of(build), Arch.AMD64, List.of());
    }
}

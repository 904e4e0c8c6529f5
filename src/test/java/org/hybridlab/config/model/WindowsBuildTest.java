package org.hybridlab.config.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowsBuildTest {
    @ParameterizedTest
    @CsvSource({"17763, 17763", "18363, 18363", "20348, 20348", "26100, 20348 26100"})
    void aMachineRunsImagesAsContainerdComparesThem(String machine, String images) {
        assertThat(build(machine).images()).extracting(image -> Integer.toString(image.number()))
                .containsExactly(images.split(" "));
    }

    @Test
    void everyNumberAndNameMeansOneBuild() {
        assertThat(WindowsBuild.known().stream().flatMap(build -> build.ids().stream())).doesNotHaveDuplicates();
        assertThat(WindowsBuild.known()).allSatisfy(build -> assertThat(build.ids())
                .allSatisfy(word -> assertThat(WindowsBuild.of(word)).contains(build)));
        assertThat(WindowsBuild.usual().label()).isEqualTo("10.0.20348");
        assertThat(build("1809").title()).isEqualTo("Windows Server 2019 (17763)");
    }

    private static WindowsBuild build(String word) {
        return WindowsBuild.of(word).orElseThrow();
    }
}

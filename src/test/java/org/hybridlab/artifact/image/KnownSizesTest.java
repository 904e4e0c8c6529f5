package org.hybridlab.artifact.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;

class KnownSizesTest {
    private static final KnownSizes SIZES = KnownSizes.installed(Path.of(""));

    @Test
    void imageSize_isThatOfTheLongestPrefix() {
        assertThat(SIZES.of(name("mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022")))
                .hasValue(1400);
        assertThat(SIZES.of(name("mcr.microsoft.com/windows/servercore/insider:1"))).hasValue(1200);
        assertThat(SIZES.of(name("registry.k8s.io/pause:3.10.2"))).hasValue(105);
    }

    @Test
    void imageSize_outsideTheTable_isNotStated() {
        assertThat(SIZES.of(name("registry.k8s.io/pause-amd64:3.1"))).isEmpty();
        assertThat(SIZES.of(name("kiamol/ch03-numbers-api"))).isEmpty();
    }

    private static ImageName name(String text) {
        return ImageName.of(text).orElseThrow();
    }
}

package org.hybridlab.service.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;

class PlannedImagesTest {
    private static final List<PlannedImage> ONE_HERE_ONE_NOT = List.of(
            new PlannedImage("registry.k8s.io/pause:3.10.2", 20_348, true, OptionalInt.of(103)),
            new PlannedImage("own.example/app:1", 20_348, false, OptionalInt.of(700)));

    @Test
    void hostFetchingForAll_countsWhatIsMissing() {
        PlannedImages images = new PlannedImages(ONE_HERE_ONE_NOT, true);

        assertThat(images.title()).isEqualTo("Images for Windows machines, fetched once on this host:");
        assertThat(images.estimate()).hasValue(
                "Getting 1 image for Windows machines, once: own.example/app:1 for 20348: about 700 MB (estimate).");
        assertThat(new PlannedImages(ONE_HERE_ONE_NOT.subList(0, 1), true).estimate()).isEmpty();
    }

    /** There is no client of registries for macOS and Windows. */
    @Test
    void images_pulledByMachines_areNotCalledFetched() {
        PlannedImages images = new PlannedImages(ONE_HERE_ONE_NOT, false);

        assertThat(images.title()).doesNotContain("fetched once")
                .contains("each machine pulls its own", "only Linux hosts");
        assertThat(images.estimate().orElseThrow()).doesNotContain("once").startsWith(
                "Each Windows machine pulls what it needs of 1 image for Windows machines: own.example/app:1");
    }
}

package org.hybridlab.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.hybridlab.images.KeptImage;
import org.hybridlab.images.KnownSizes;
import org.hybridlab.images.WantedImage;
import org.hybridlab.steps.LabImages;
import org.hybridlab.steps.LabTools;

/**
 * An image of Windows machines, and how much of it crosses the network. No registry is asked for that.
 *
 * @param build of the machines
 * @param here whether it is on this host, with its size; else the size is an estimate
 * @param megabytes 10^6 bytes; empty: nobody knows before it is fetched
 */
record PlannedImage(String image, int build, boolean here, OptionalInt megabytes) {
    private static final double BYTES = 1e6;

    /** None for labs without Windows machines, or with simulated ones. */
    static List<PlannedImage> of(LabTools tools, Path home) {
        LabImages images = LabImages.of(tools);
        List<WantedImage> all = images.all();
        if (all.isEmpty()) {
            return List.of();
        }
        KnownSizes sizes = KnownSizes.installed(home);
        return all.stream().map(image -> of(image, images.here(image), sizes)).toList();
    }

    private static PlannedImage of(WantedImage image, Optional<KeptImage> kept, KnownSizes sizes) {
        OptionalInt size = kept.map(one -> OptionalInt.of((int) Math.ceil(one.bytes() / BYTES)))
                .orElseGet(() -> sizes.of(image.name()));
        return new PlannedImage(image.name().toString(), image.build().number(), kept.isPresent(), size);
    }

    /** For example {@code registry.k8s.io/pause:3.10.2 for 20348: about 105 MB (estimate)}. */
    String text() {
        String size = megabytes.isEmpty() ? "its size is not known"
                : here ? megabytes.getAsInt() + " MB, on this host" : "about %d MB (estimate)".formatted(
                        megabytes.getAsInt());
        return "%s for %d: %s".formatted(image, build, size);
    }
}

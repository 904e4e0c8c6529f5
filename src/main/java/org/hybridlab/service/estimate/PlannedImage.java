package org.hybridlab.service.estimate;

import java.util.Optional;
import java.util.OptionalInt;

import org.hybridlab.artifact.image.KeptImage;
import org.hybridlab.artifact.image.KnownSizes;
import org.hybridlab.artifact.image.WantedImage;

/**
 * An image for Windows machines, and its download size. Known without asking a registry.
 *
 * @param here whether it is on this host, with its size; otherwise the size is an estimate
 * @param megabytes in 10^6 bytes; empty: unknown
 */
public record PlannedImage(String image, int build, boolean here, OptionalInt megabytes) {
    private static final double BYTES = 1e6;

    static PlannedImage of(WantedImage image, Optional<KeptImage> kept, KnownSizes sizes) {
        OptionalInt size = kept.map(one -> OptionalInt.of((int) Math.ceil(one.bytes() / BYTES)))
                .orElseGet(() -> sizes.of(image.name()));
        return new PlannedImage(image.name().toString(), image.build().orElseThrow().number(), kept.isPresent(), size);
    }

    /** For example {@code registry.k8s.io/pause:3.10.2 for 20348: about 105 MB (estimate)}. */
    public String text() {
        String size = megabytes.isEmpty() ? "its size is not known"
                : here ? megabytes.getAsInt() + " MB, on this host" : "about %d MB (estimate)".formatted(
                        megabytes.getAsInt());
        return "%s for %d: %s".formatted(image, build, size);
    }
}

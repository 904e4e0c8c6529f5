package org.hybridlab.service.estimate;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.artifact.image.KnownSizes;
import org.hybridlab.artifact.image.WantedImage;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.image.LabImages;

/**
 * Images for the lab's Windows machines.
 *
 * @param all empty without real Windows machines
 * @param onHost whether this host fetches them for all machines; otherwise each machine pulls them
 */
public record PlannedImages(List<PlannedImage> all, boolean onHost) {
    public PlannedImages {
        all = List.copyOf(all);
    }

    public static PlannedImages of(LabContext labContext, Path home) {
        LabImages images = LabImages.of(labContext);
        List<WantedImage> wanted = images.all();
        if (wanted.isEmpty()) {
            return new PlannedImages(List.of(), images.fetchedOnHost());
        }
        KnownSizes sizes = KnownSizes.installed(home);
        return new PlannedImages(wanted.stream().map(image -> PlannedImage.of(image, images.here(image), sizes))
                .toList(),
                images.fetchedOnHost());
    }

    public String title() {
        return onHost ? "Images for Windows machines, fetched once on this host:"
                : "Images for Windows machines; each machine pulls its own, because only Linux hosts fetch them "
                        + "for all:";
    }

    List<PlannedImage> missing() {
        return all.stream().filter(one -> !one.here()).toList();
    }

    /** Sum of the missing ones for `up`; empty if there are none. */
    Optional<String> estimate() {
        List<PlannedImage> missing = missing();
        String count = "%d image%s for Windows machines".formatted(missing.size(), missing.size() == 1 ? "" : "s");
        return missing.isEmpty() ? Optional.empty() : Optional.of("%s: %s.".formatted(
                onHost ? "Getting " + count + ", once" : "Each Windows machine pulls what it needs of " + count,
                missing.stream().map(PlannedImage::text).collect(Collectors.joining("; "))));
    }
}

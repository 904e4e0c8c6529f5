package org.hybridlab.artifact.image;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.WindowsBuild;

/**
 * An image for one kind of machine.
 *
 * @param build empty: Linux
 * @param origins in order of use; empty: this host knows none
 */
public record WantedImage(ImageName name, Optional<WindowsBuild> build, Arch arch, List<Origin> origins) {
    private static final int DIGITS = 8;

    public WantedImage {
        origins = List.copyOf(origins);
    }

    /** A unique file name. Includes the origins, since another mirror may have another image. */
    public String flat() {
        String mirrors = origins.stream().filter(Origin::mirror).map(Origin::host).collect(Collectors.joining(" "));
        return "%s-%s-%s".formatted(name.flat(), system(), arch.id())
                + (mirrors.isEmpty() ? "" : "-" + Sha256.of(mirrors).substring(0, DIGITS));
    }

    /** For example {@code registry.k8s.io/pause:3.10.2 (20348)}. */
    public String title() {
        return "%s (%s)".formatted(name, system());
    }

    /** {@code linux}, or a build of Windows, for example {@code 20348}. */
    public String system() {
        return build.map(one -> Integer.toString(one.number())).orElse("linux");
    }
}

package org.hybridlab.artifact.image;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.WindowsBuild;

/**
 * An image as machines of one kind need it.
 *
 * @param build empty: the machines run Linux
 * @param origins in the order in which they are asked; empty: this host knows no way
 */
public record WantedImage(ImageName name, Optional<WindowsBuild> build, Arch arch, List<Origin> origins) {
    private static final int DIGITS = 8;

    public WantedImage {
        origins = List.copyOf(origins);
    }

    /**
     * One that may name a file on any system, and names no other image. Labs with other mirrors may mean another one by
     * the same name, above all one of their own.
     */
    public String flat() {
        String mirrors = origins.stream().filter(Origin::mirror).map(Origin::host).collect(Collectors.joining(" "));
        return "%s-%s-%s".formatted(name.flat(), system(), arch.id())
                + (mirrors.isEmpty() ? "" : "-" + Sha256.of(mirrors).substring(0, DIGITS));
    }

    /** For people, for example {@code registry.k8s.io/pause:3.10.2 (20348)}. */
    public String title() {
        return "%s (%s)".formatted(name, system());
    }

    /** For example {@code linux}, or a build of Windows: {@code 20348}. */
    public String system() {
        return build.map(one -> Integer.toString(one.number())).orElse("linux");
    }
}

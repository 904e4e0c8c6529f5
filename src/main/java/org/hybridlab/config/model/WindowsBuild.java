package org.hybridlab.config.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A build of Windows Server that machines run and images are made for.
 *
 * @param number the third part of the version, for example 20348 of 10.0.20348.2113
 * @param names the release's other names in lab files: version, or year of the server
 * @param tags endings of image tags that mean images of this build
 * @param support what Microsoft and Kubernetes still do for it
 */
public record WindowsBuild(int number, List<String> names, List<String> tags, Support support) {
    /** What speaks for a build as a node. */
    public enum Support {
        /** Kubernetes' documentation lists it. */
        CURRENT,
        /** Nodes of it work, for images that are made for no other; Kubernetes 1.36 lists newer ones only. */
        OLD,
        /** Kubernetes once ran on it; images of today leave it out (SIG Windows' pull 253, pause 3.7). */
        ENDED,
        /** Older than 1809, the first build that Kubernetes' Windows support was released for. */
        NEVER
    }

    /** From here on, images of an older build may run, down to the last long-term one. */
    private static final int FIRST_STABLE_INTERFACE = 20_348;
    private static final List<WindowsBuild> KNOWN = List.of(
            build(16_299, Support.NEVER, "1709"),
            build(17_134, Support.NEVER, "1803"),
            new WindowsBuild(17_763, List.of("1809", "2019"), List.of("1809", "ltsc2019"), Support.OLD),
            build(18_362, Support.ENDED, "1903"),
            build(18_363, Support.ENDED, "1909"),
            build(19_041, Support.ENDED, "2004"),
            build(19_042, Support.ENDED, "20H2"),
            new WindowsBuild(20_348, List.of("2022"), List.of("ltsc2022"), Support.CURRENT),
            new WindowsBuild(26_100, List.of("2025"), List.of("ltsc2025"), Support.CURRENT));
    private static final WindowsBuild USUAL = of("2022").orElseThrow();

    public WindowsBuild {
        names = List.copyOf(names);
        tags = List.copyOf(tags);
    }

    /** All of them, oldest first. */
    public static List<WindowsBuild> known() {
        return KNOWN;
    }

    /** Windows Server 2022: what a Windows machine runs that does not say otherwise. */
    public static WindowsBuild usual() {
        return USUAL;
    }

    /** The build of that number or name; empty if it is none that is known here. */
    public static Optional<WindowsBuild> of(String word) {
        return KNOWN.stream().filter(build -> build.ids().contains(word)).findFirst();
    }

    /** By what lab files may call it, its number first. */
    public List<String> ids() {
        return Stream.concat(Stream.of(Integer.toString(number)), names.stream()).toList();
    }

    /** Value of the label {@code node.kubernetes.io/windows-build}, for example {@code 10.0.20348}. */
    public String label() {
        return "10.0." + number;
    }

    /** For people, for example {@code Windows Server 2022 (20348)}. */
    public String title() {
        String name = names.get(names.size() - 1);
        return "Windows Server %s (%d)".formatted(name, number);
    }

    /**
     * Whether a machine of this build runs images of that one, without Hyper-V, which Kubernetes does not use:
     * containerd's rule (platforms/platform_windows_compat.go).
     */
    public boolean runs(WindowsBuild image) {
        if (number < FIRST_STABLE_INTERFACE) {
            return image.number == number;
        }
        return image.number >= FIRST_STABLE_INTERFACE && image.number <= number;
    }

    /** Whether a machine with it can be a node. */
    public boolean canBeNode() {
        return support == Support.CURRENT || support == Support.OLD;
    }

    /** All image builds that it runs, oldest first. */
    public List<WindowsBuild> images() {
        return KNOWN.stream().filter(this::runs).toList();
    }

    private static WindowsBuild build(int number, Support support, String name) {
        return new WindowsBuild(number, List.of(name), List.of(name), support);
    }
}

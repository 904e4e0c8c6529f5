package org.hybridlab.config.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A build of Windows Server, of machines and images.
 *
 * @param number third part of the version, for example 20348 of 10.0.20348.2113
 * @param names other names in lab files: version, or year of the server
 * @param tags suffixes of image tags for this build
 */
public record WindowsBuild(int number, List<String> names, List<String> tags, Support support) {
    public enum Support {
        /** Kubernetes' documentation lists it. */
        CURRENT,
        /** Nodes work with images for this build only. Kubernetes 1.36 lists newer ones only. */
        OLD,
        /** Kubernetes once ran on it. Today's images leave it out (SIG Windows' pull 253, pause 3.7). */
        ENDED,
        /** Older than 1809, the first build that Kubernetes supported. */
        NEVER
    }

    /** From this build on, images of older builds may run, down to the last long-term one. */
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

    /** Oldest first. */
    public static List<WindowsBuild> known() {
        return KNOWN;
    }

    /** The default, Windows Server 2022. */
    public static WindowsBuild usual() {
        return USUAL;
    }

    /** @return empty if hybridlab does not know the build */
    public static Optional<WindowsBuild> of(String id) {
        return KNOWN.stream().filter(build -> build.ids().contains(id)).findFirst();
    }

    /** Names in lab files, the number first. */
    public List<String> ids() {
        return Stream.concat(Stream.of(Integer.toString(number)), names.stream()).toList();
    }

    /** Value of the label {@code node.kubernetes.io/windows-build}, for example {@code 10.0.20348}. */
    public String label() {
        return "10.0." + number;
    }

    /** For example {@code Windows Server 2022 (20348)}. */
    public String title() {
        String name = names.get(names.size() - 1);
        return "Windows Server %s (%d)".formatted(name, number);
    }

    /** Without Hyper-V, by containerd's rule (platforms/platform_windows_compat.go). */
    public boolean runs(WindowsBuild image) {
        if (number < FIRST_STABLE_INTERFACE) {
            return image.number == number;
        }
        return image.number >= FIRST_STABLE_INTERFACE && image.number <= number;
    }

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

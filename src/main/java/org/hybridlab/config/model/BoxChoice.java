package org.hybridlab.config.model;

import java.util.Optional;

/**
 * A Vagrant box and its source.
 *
 * @param name in Vagrant; on docker an image
 * @param version empty: the newest, or what this host has
 * @param url or path of the box file; empty: Vagrant's registry has it
 * @param sha256 of the box file, 64 lower-case hexadecimal digits
 */
public record BoxChoice(String name, Optional<String> version, Optional<String> url, Optional<String> sha256) {
    private static final String SLASH = "-VAGRANTSLASH-";

    public static BoxChoice named(String name) {
        return new BoxChoice(name, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public static BoxChoice of(KnownBox box) {
        return new BoxChoice(box.name(), box.version(), Optional.empty(), Optional.empty());
    }

    /** Falls back on the lab's own box source. A file has no version. */
    public BoxChoice orFrom(Outside outside) {
        return url.isPresent() || outside.boxUrl().isEmpty() ? this
                : new BoxChoice(name, Optional.empty(), outside.boxUrl(), outside.boxSha256());
    }

    /** True for a path as the lab file writes it. */
    public boolean isPath() {
        return url.filter(place -> !place.matches("[a-z]+://.*")).isPresent();
    }

    public boolean isInLabFolder() {
        return isPath() && !url.orElseThrow().matches("[/~\\\\].*|[A-Za-z]:.*");
    }

    /** A box name as Vagrant writes it in file names. */
    public static String nameOfFolder(String box) {
        return box.replace("/", SLASH);
    }

    public static String ofFolder(String folder) {
        return folder.replace(SLASH, "/");
    }

    public String title() {
        return name + version.map(" "::concat).orElse("");
    }
}

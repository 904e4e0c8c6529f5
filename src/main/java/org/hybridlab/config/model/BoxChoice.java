package org.hybridlab.config.model;

import java.util.Optional;

/**
 * A Vagrant box that machines are made from, and where it comes from.
 *
 * @param name as Vagrant calls it on this host; on docker an image
 * @param version that Vagrant is told to take; empty: the newest, or whatever this host has
 * @param url of the box file, or its path on this host; empty: Vagrant's registry has it
 * @param sha256 of the box file, 64 lower-case hexadecimal digits
 */
public record BoxChoice(String name, Optional<String> version, Optional<String> url, Optional<String> sha256) {
    private static final String SLASH = "-VAGRANTSLASH-";

    public static BoxChoice named(String name) {
        return new BoxChoice(name, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** In the version that is known here. */
    public static BoxChoice of(KnownBox box) {
        return new BoxChoice(box.name(), box.version(), Optional.empty(), Optional.empty());
    }

    /** From the lab's own place for boxes, if it has one and this box has none; a file has no version. */
    public BoxChoice orFrom(Outside outside) {
        return url.isPresent() || outside.boxUrl().isEmpty() ? this
                : new BoxChoice(name, Optional.empty(), outside.boxUrl(), outside.boxSha256());
    }

    /** Whether the place is a path as the lab file writes it, and no URL. */
    public boolean isPath() {
        return url.filter(place -> !place.matches("[a-z]+://.*")).isPresent();
    }

    /** Whether the path leads on from the lab's folder. */
    public boolean isInLabFolder() {
        return isPath() && !url.orElseThrow().matches("[/~\\\\].*|[A-Za-z]:.*");
    }

    /** What stands for a box's name in names of Vagrant's files. */
    public static String nameOfFolder(String box) {
        return box.replace("/", SLASH);
    }

    /** The name of the box that such a folder is of. */
    public static String ofFolder(String folder) {
        return folder.replace(SLASH, "/");
    }

    /** Name and version: what a machine is made of, wherever that came from. */
    public String title() {
        return name + version.map(" "::concat).orElse("");
    }
}

package org.hybridlab.artifact.box;

import java.util.Optional;

/**
 * What must be known of a box that {@code box package} made. It lies in the box as Vagrant's own {@code info.json}
 * ({@code vagrant box list --box-info} shows it), so it comes and goes with the box.
 *
 * @param name as Vagrant and lab files call it, {@code hybridlab/NAME}
 * @param packagedFrom lab and machine, for example {@code first-hybrid/win}
 * @param base the box which that machine was made from: a machine on this one needs what one on that needs
 * @param build of its Windows, for example {@code 20348}
 */
public record PackagedNote(String name, String packagedFrom, String base, int build) {
    /** Boxes of others may have such a file too, with other things in it. */
    Optional<PackagedNote> ifOurs() {
        return name == null || packagedFrom == null || base == null ? Optional.empty() : Optional.of(this);
    }
}

package org.hybridlab.artifact.box;

import java.util.Optional;

/**
 * Metadata of a packaged box. Stored as Vagrant's {@code info.json} in the box ({@code vagrant box list --box-info}
 * shows it), so it is removed with the box.
 *
 * @param name {@code hybridlab/NAME}
 * @param packagedFrom lab and machine, for example {@code first-hybrid/win}
 * @param base original box, whose requirements still apply
 * @param build of its Windows, for example {@code 20348}
 */
public record PackagedNote(String name, String packagedFrom, String base, int build) {
    /** Other boxes may have such a file with other content. */
    Optional<PackagedNote> ifOurs() {
        return name == null || packagedFrom == null || base == null ? Optional.empty() : Optional.of(this);
    }
}

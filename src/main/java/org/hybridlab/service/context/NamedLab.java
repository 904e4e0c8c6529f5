package org.hybridlab.service.context;

import org.hybridlab.config.file.LabLocation;

/**
 * A lab as the caller means it.
 *
 * @param location of its lab file, which need not be readable
 * @param word what the user calls it, for messages that say what to call next: with its instance, quoted for a shell
 */
public record NamedLab(LabLocation location, String word) {
}

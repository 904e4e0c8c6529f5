package org.hybridlab.service.context;

import org.hybridlab.config.file.LabLocation;

/**
 * @param location of its lab file, which need not be readable
 * @param word how the user and commands name the lab, with its instance, quoted for a shell
 */
public record NamedLab(LabLocation location, String word) {
}

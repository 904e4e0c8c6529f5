package org.hybridlab.service;

import java.util.Optional;

import org.hybridlab.config.file.OpenOptions;

/**
 * @param load whether images of apps that this host has are loaded instead of pulled
 * @param snapshot whether a new lab that passes its checks gets a snapshot where that is cheap
 * @param replacing a machine to recreate
 */
public record UpOptions(OpenOptions open, PlanPart part, boolean load, boolean checks, boolean snapshot,
                        Optional<String> replacing) {
}

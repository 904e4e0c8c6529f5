package org.hybridlab.service;

import java.util.Optional;

import org.hybridlab.config.file.OpenOptions;

/**
 * How a lab is to be brought up.
 *
 * @param open what the caller wishes where the lab file leaves it open
 * @param part how far
 * @param checks whether the lab's checks are judged at the end
 * @param snapshot whether a lab that is up for the first time and passes its checks gets a snapshot where that is cheap
 * @param replacing a machine that is to be made again
 */
public record UpOptions(OpenOptions open, PlanPart part, boolean checks, boolean snapshot,
                        Optional<String> replacing) {
}

package org.hybridlab.config.file;

import java.util.Optional;

import org.hybridlab.config.model.ProviderName;

/**
 * What the user asked of a lab in this call.
 *
 * @param provider to make its machines on
 * @param simulateWindows whether its Windows machines are to be nodes only
 */
public record OpenOptions(Optional<ProviderName> provider, boolean simulateWindows) {
    /** The lab as it is, or as its file says. */
    public static final OpenOptions NONE = new OpenOptions(Optional.empty(), false);
}

package org.hybridlab.config.file;

import java.util.Optional;

import org.hybridlab.config.file.reader.SetValues;
import org.hybridlab.config.model.ProviderName;

/**
 * What the user asked of a lab in this call.
 *
 * @param provider to make its machines on
 * @param simulateWindows whether its Windows machines are to be nodes only
 * @param settings values in place of the lab file's
 */
public record OpenOptions(Optional<ProviderName> provider, boolean simulateWindows, SetValues settings) {
    /** The lab as it is, or as its file says. */
    public static final OpenOptions NONE = new OpenOptions(Optional.empty(), false);

    public OpenOptions(Optional<ProviderName> provider, boolean simulateWindows) {
        this(provider, simulateWindows, SetValues.NONE);
    }
}

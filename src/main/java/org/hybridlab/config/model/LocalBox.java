package org.hybridlab.config.model;

import java.util.OptionalInt;

/**
 * A box of hybridlab, or of that name, which Vagrant has on this host.
 *
 * @param name {@code hybridlab/NAME}
 * @param build of its Windows, for example 20348; empty without a note of {@code box package}
 */
public record LocalBox(String name, ProviderName provider, OptionalInt build) {
    /** No public box has this prefix. */
    public static final String PREFIX = "hybridlab/";
}

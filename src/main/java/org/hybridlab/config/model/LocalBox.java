package org.hybridlab.config.model;

import java.util.OptionalInt;

/**
 * A box that hybridlab made, or somebody under such a name, and that Vagrant has on this host.
 *
 * @param name as Vagrant and lab files call it, {@code hybridlab/NAME}
 * @param provider that it is for
 * @param build of the Windows in it, for example 20348; empty where no note of {@code box package} says it
 */
public record LocalBox(String name, ProviderName provider, OptionalInt build) {
    /** All boxes that hybridlab makes; no public catalogue has any. */
    public static final String PREFIX = "hybridlab/";
}

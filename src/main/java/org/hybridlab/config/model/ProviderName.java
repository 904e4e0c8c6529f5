package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

/** The Vagrant providers that labs can run on. */
public enum ProviderName {
    VIRTUALBOX, HYPERV, LIBVIRT, DOCKER, PARALLELS;

    /** What it can do, for rules, planners and docs. */
    public ProviderTraits traits() {
        return ProviderTraits.of(this);
    }

    /** As lab files write it, for example {@code VIRTUALBOX} in lower case with dashes. */
    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException if no provider has that word */
    public static ProviderName of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}

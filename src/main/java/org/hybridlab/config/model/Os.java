package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

/** Operating system of a machine. */
public enum Os {
    LINUX, WINDOWS;

    /** As lab files write it, for example {@code LINUX} in lower case with dashes. */
    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException if no operating system has that word */
    public static Os of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}

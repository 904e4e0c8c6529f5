package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

/** Processor architecture, by Go's names. */
public enum Arch {
    AMD64, ARM64;

    /** As lab files write it, for example {@code AMD64} in lower case with dashes. */
    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException if no architecture has that word */
    public static Arch of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** The architecture that this process runs on. */
    public static Arch ofThisHost() {
        return System.getProperty("os.arch").equals("aarch64") ? ARM64 : AMD64;
    }
}

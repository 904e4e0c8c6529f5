package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

public enum Arch {
    AMD64, ARM64;

    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException for an unknown id */
    public static Arch of(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    public static Arch ofThisHost() {
        return System.getProperty("os.arch").equals("aarch64") ? ARM64 : AMD64;
    }
}

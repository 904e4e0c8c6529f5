package org.hybridlab.common.text;

import java.util.Locale;

/** Ids of constants in lab files, on the command line and in JSON. */
public final class EnumIds {
    private EnumIds() {
    }

    /** Lower case with dashes: {@code not-run} for {@code NOT_RUN}. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

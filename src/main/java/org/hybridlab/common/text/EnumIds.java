package org.hybridlab.common.text;

import java.util.Locale;

/** What constants of enumerations are called in lab files, on the command line and in JSON. */
public final class EnumIds {
    private EnumIds() {
    }

    /** In lower case, with dashes: {@code not-run} for {@code NOT_RUN}. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

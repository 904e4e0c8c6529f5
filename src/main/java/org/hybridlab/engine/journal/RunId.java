package org.hybridlab.engine.journal;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** Start and process of a run, for example {@code 20261121T114400.123Z-4711}. Sorts by time. */
public final class RunId {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final Pattern SHAPE = Pattern.compile("\\d{8}T\\d{6}\\.\\d{3}Z-\\d+");

    private RunId() {
    }

    public static String of(Instant start, long pid) {
        return FORMAT.format(start) + "-" + pid;
    }

    static boolean isOne(String name) {
        return SHAPE.matcher(name).matches();
    }
}

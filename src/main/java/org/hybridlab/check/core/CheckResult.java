package org.hybridlab.check.core;

import java.time.Duration;

/**
 * How one check ended.
 *
 * @param how it was seen
 * @param took until its verdict was final
 */
public record CheckResult(String id, String title, String how, Verdict verdict, Duration took) {
    private static final String OF_LAB_FILE = "lab/";

    /** The id of a check of a lab's author. */
    public static String idOfLabFile(String name) {
        return OF_LAB_FILE + name;
    }

    /** The id of the check of an app. */
    public static String idOfApp(String name) {
        return "app/" + name;
    }

    /** Whether a check of this id is one of a lab's author. */
    public static boolean isOfLabFile(String id) {
        return id.startsWith(OF_LAB_FILE);
    }
}

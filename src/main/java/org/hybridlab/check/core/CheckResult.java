package org.hybridlab.check.core;

import java.time.Duration;

/**
 * How a check ended.
 *
 * @param took until the verdict was final
 */
public record CheckResult(String id, String title, String how, Verdict verdict, Duration took) {
    private static final String OF_LAB_FILE = "lab/";

    public static String idOfLabFile(String name) {
        return OF_LAB_FILE + name;
    }

    public static String idOfApp(String name) {
        return "app/" + name;
    }

    public static boolean isOfLabFile(String id) {
        return id.startsWith(OF_LAB_FILE);
    }
}

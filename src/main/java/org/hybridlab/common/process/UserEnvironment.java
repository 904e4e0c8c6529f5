package org.hybridlab.common.process;

import java.io.File;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The environment as the user has it. Java names files in the encoding of its locale, and in that of {@code LANG=C} no
 * umlaut has a name; so the launcher gives this process another locale, and says here what was before.
 */
public final class UserEnvironment {
    /** The user's {@code LC_ALL}, empty if there was none; not set if this process has the user's. */
    static final String LOCALE = "hybridlab.lc_all";
    /** The same of {@code LANGUAGE}, by which the system's messages would be translated that we look for. */
    static final String LANGUAGE = "hybridlab.language";
    private static final Map<String, String> PROPERTIES = Map.of("LC_ALL", LOCALE, "LANGUAGE", LANGUAGE);

    private UserEnvironment() {
    }

    public static Map<String, String> get() {
        return of(System.getenv());
    }

    static Map<String, String> of(Map<String, String> own) {
        return of(own, File.separatorChar == '\\');
    }

    /** @param anyCase whether names may be asked for in another case: on Windows the path is called Path */
    static Map<String, String> of(Map<String, String> own, boolean anyCase) {
        Map<String, String> users = anyCase ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new HashMap<>();
        users.putAll(own);
        restore(users);
        return Collections.unmodifiableMap(users);
    }

    /**
     * Where other programs' files of the user are: kubectl and Vagrant go by {@code HOME}, and Java asks the list of
     * users. Containers of CI have two homes.
     */
    public static Path home(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        return home.startsWith("/") ? Path.of(home) : Path.of(System.getProperty("user.home"));
    }

    /** Makes the user's environment of this process's, for a child. */
    static void restore(Map<String, String> environment) {
        differences().forEach((name, value) -> {
            if (value == null) {
                environment.remove(name);
            } else {
                environment.put(name, value);
            }
        });
    }

    /** What the user's has otherwise; null: not at all. */
    static Map<String, String> differences() {
        Map<String, String> differences = new HashMap<>();
        PROPERTIES.forEach((name, property) -> {
            String before = System.getProperty(property);
            if (before != null) {
                differences.put(name, before.isEmpty() ? null : before);
            }
        });
        return differences;
    }
}

package org.hybridlab.common.process;

import java.io.File;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The user's environment. Java encodes file names by its locale, and {@code LANG=C} has no umlauts. So the launcher
 * sets another locale, and passes the original one.
 */
public final class UserEnvironment {
    /** The user's {@code LC_ALL}, maybe empty; unset if this process has the user's. */
    static final String LOCALE = "hybridlab.lc_all";
    /** The same for {@code LANGUAGE}, which would translate messages that we parse. */
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

    /** @param anyCase for Windows, where PATH is called Path */
    static Map<String, String> of(Map<String, String> own, boolean anyCase) {
        Map<String, String> users = anyCase ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new HashMap<>();
        users.putAll(own);
        restore(users);
        return Collections.unmodifiableMap(users);
    }

    /** {@code HOME}, as kubectl and Vagrant use it. Java uses the list of users, and CI containers may have both. */
    public static Path home(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        return home.startsWith("/") ? Path.of(home) : Path.of(System.getProperty("user.home"));
    }

    static void restore(Map<String, String> environment) {
        differences().forEach((name, value) -> {
            if (value == null) {
                environment.remove(name);
            } else {
                environment.put(name, value);
            }
        });
    }

    /** The user's values; null: unset. */
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

package org.hybridlab.host;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The host's operating system.
 *
 * @param id of os-release, such as {@code debian}; else {@code macos} or {@code windows}
 * @param like ids of the distributions that it is based on, with its own
 * @param title for example {@code Debian GNU/Linux 12 (bookworm)}
 */
public record OperatingSystem(Family family, String id, Set<String> like, String title) {
    public enum Family { LINUX, MACOS, WINDOWS }

    public OperatingSystem {
        like = Set.copyOf(like);
    }

    public static OperatingSystem ofThisHost(HostFiles files) {
        String name = System.getProperty("os.name");
        String title = name + " " + System.getProperty("os.version");
        if (name.toLowerCase(Locale.ROOT).startsWith("windows")) {
            return new OperatingSystem(Family.WINDOWS, "windows", Set.of("windows"), title);
        }
        if (name.toLowerCase(Locale.ROOT).startsWith("mac")) {
            return new OperatingSystem(Family.MACOS, "macos", Set.of("macos"), title);
        }
        return linux(files.read(Path.of("/etc/os-release")));
    }

    /** @param osRelease text of {@code /etc/os-release}; empty if it does not exist */
    static OperatingSystem linux(String osRelease) {
        Map<String, String> values = osRelease.lines().filter(line -> line.contains("=")).collect(Collectors.toMap(
                line -> line.substring(0, line.indexOf('=')),
                line -> unquoted(line.substring(line.indexOf('=') + 1)), (first, second) -> second));
        String id = values.getOrDefault("ID", "linux");
        Set<String> like = new HashSet<>(Arrays.asList(values.getOrDefault("ID_LIKE", id).split(" ")));
        like.add(id);
        return new OperatingSystem(Family.LINUX, id, like, values.getOrDefault("PRETTY_NAME", "Linux"));
    }

    private static String unquoted(String value) {
        return value.replaceAll("^['\"]|['\"]$", "");
    }
}

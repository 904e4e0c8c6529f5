package org.hybridlab.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What kind of host tests ran on, without its name.
 *
 * @param load the averages of the last 1, 5 and 15 minutes
 */
record HostKind(int processors, long memoryGiB, String system, String load) {
    private static final Pattern MEMORY = Pattern.compile("MemTotal:\\s+(\\d+) kB");
    private static final Pattern SYSTEM = Pattern.compile("(?m)^PRETTY_NAME=\"?([^\"\n]*)\"?$");

    static HostKind ofThisHost() throws IOException {
        long kib = Long.parseLong(first(MEMORY, Path.of("/proc/meminfo")));
        String[] load = Files.readString(Path.of("/proc/loadavg")).split(" ");
        return new HostKind(Runtime.getRuntime().availableProcessors(), Math.round(kib / 1024.0 / 1024),
                first(SYSTEM, Path.of("/etc/os-release")), String.join(", ", load[0], load[1], load[2]));
    }

    private static String first(Pattern pattern, Path file) throws IOException {
        Matcher found = pattern.matcher(Files.readString(file));
        if (!found.find()) {
            throw new IllegalStateException(file + " has no " + pattern);
        }
        return found.group(1);
    }

    String words() {
        return "%d processors, %d GiB, %s".formatted(processors, memoryGiB, system);
    }
}

package org.hybridlab.check.core;

import java.util.List;

/**
 * What {@code look.ps1} said of one Windows machine at one moment.
 *
 * @param lines for example {@code network|flannel.4096|Overlay|10.244.1.0/24|192.168.56.12|lab}
 */
public record WindowsFacts(List<String> lines) {
    /** What follows a word at the front of a line, parted at {@code |}. */
    public List<String[]> of(String kind) {
        return lines.stream().filter(line -> line.startsWith(kind + "|"))
                .map(line -> line.substring(kind.length() + 1).split("\\|", -1)).toList();
    }

    /** One part of such a line; empty where Windows does not say. */
    public static String part(String[] fact, int number) {
        return fact.length > number ? fact[number] : "";
    }
}

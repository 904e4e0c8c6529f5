package org.hybridlab.check.core;

import java.util.List;

/**
 * Output of {@code look.ps1} on a Windows machine.
 *
 * @param lines for example {@code network|flannel.4096|Overlay|10.244.1.0/24|192.168.56.12|lab}
 */
public record WindowsFacts(List<String> lines) {
    public List<String[]> of(String kind) {
        return lines.stream().filter(line -> line.startsWith(kind + "|"))
                .map(line -> line.substring(kind.length() + 1).split("\\|", -1)).toList();
    }

    public static String part(String[] fact, int number) {
        return fact.length > number ? fact[number] : "";
    }
}

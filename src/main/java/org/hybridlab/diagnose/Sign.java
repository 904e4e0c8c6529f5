package org.hybridlab.diagnose;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a known failure looks in a line.
 *
 * @param pattern for any part of the line; named groups are words for commands
 * @param unless fact of the machine that makes a log line out of date
 */
record Sign(Set<EvidenceKind> kinds, Pattern pattern, Optional<Pattern> unless) {
    /** Pattern has no API for group names before Java 20. */
    private static final Pattern GROUP = Pattern.compile("\\(\\?<([a-z]+)>");

    Sign {
        kinds = Set.copyOf(kinds);
    }

    boolean isLookedForIn(EvidenceKind kind) {
        return kind.quotes() || kinds.contains(kind);
    }

    /** @param machine its facts */
    boolean isOver(List<String> machine) {
        return unless.filter(now -> machine.stream().anyMatch(line -> now.matcher(line).find())).isPresent();
    }

    boolean isIn(String line) {
        return pattern.matcher(line).find();
    }

    Set<String> words() {
        Set<String> names = new TreeSet<>();
        if ((pattern.flags() & Pattern.LITERAL) == 0) {
            Matcher groups = GROUP.matcher(pattern.pattern());
            while (groups.find()) {
                names.add(groups.group(1));
            }
        }
        return names;
    }

    /** Groups by name; empty if the line does not match. */
    Map<String, String> words(String line) {
        Map<String, String> words = new TreeMap<>();
        Matcher matcher = pattern.matcher(line);
        if (matcher.find()) {
            words().stream().filter(name -> matcher.group(name) != null)
                    .forEach(name -> words.put(name, matcher.group(name)));
        }
        return words;
    }
}

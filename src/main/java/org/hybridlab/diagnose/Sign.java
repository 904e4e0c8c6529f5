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
 * What a known failure looks like in one line.
 *
 * @param kinds where to look for it
 * @param pattern found anywhere in the line; its named groups are words that commands may need
 * @param unless what the machine itself says when a log only tells of what is over
 */
record Sign(Set<EvidenceKind> kinds, Pattern pattern, Optional<Pattern> unless) {
    /** Pattern tells its groups' names from Java 20 on. */
    private static final Pattern GROUP = Pattern.compile("\\(\\?<([a-z]+)>");

    Sign {
        kinds = Set.copyOf(kinds);
    }

    boolean isLookedForIn(EvidenceKind kind) {
        return kind.quotes() || kinds.contains(kind);
    }

    /** @param machine what the machine says of how it is now */
    boolean isOver(List<String> machine) {
        return unless.filter(now -> machine.stream().anyMatch(line -> now.matcher(line).find())).isPresent();
    }

    boolean isIn(String line) {
        return pattern.matcher(line).find();
    }

    /** The names of its groups. */
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

    /** What its groups hold in a line, by name; empty if it is not in the line. */
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

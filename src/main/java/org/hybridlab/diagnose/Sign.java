package org.hybridlab.diagnose;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a known failure looks like in one line.
 *
 * @param kinds where to look for it
 * @param pattern found anywhere in the line
 */
record Sign(Set<EvidenceKind> kinds, Pattern pattern) {
    Sign {
        kinds = Set.copyOf(kinds);
    }

    boolean isLookedForIn(EvidenceKind kind) {
        return kind.quotes() || kinds.contains(kind);
    }

    boolean isIn(String line) {
        return pattern.matcher(line).find();
    }
}

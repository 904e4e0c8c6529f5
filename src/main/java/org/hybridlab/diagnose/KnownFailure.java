package org.hybridlab.diagnose;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.hybridlab.config.model.Os;

/**
 * An entry of {@code data/diagnose/failures}.
 *
 * @param id stable, lower case with dashes
 * @param page in {@code docs/reference/findings}
 * @param os of machines that can have it; empty: any
 * @param cure with {@code {lab}} and {@code {machine}} for names
 * @param run commands for a shell of the host, in order; named groups of a sign's pattern are placeholders too
 * @param windows commands for Windows machines instead; empty: the same
 * @param source where the failure is described or printed
 * @param explains ids of its consequences, which are not reported too
 * @param general whether it names a state rather than a cause; sorted last
 * @param safe whether hybridlab may run the commands itself, as nothing of the user's is lost
 */
record KnownFailure(String id, String page, String finding, Optional<Os> os, List<Sign> signs, String cause,
                    String cure, List<String> run, List<String> windows, String source, Set<String> explains,
                    boolean general, boolean safe) {
    KnownFailure {
        signs = List.copyOf(signs);
        run = List.copyOf(run);
        windows = List.copyOf(windows);
        explains = Set.copyOf(explains);
    }

    boolean mayBeIn(Evidence evidence) {
        return os.isEmpty() || evidence.os().isEmpty() || os.equals(evidence.os());
    }

    /** With the signs for that kind that the machine's facts do not cancel. */
    KnownFailure on(List<String> machine, EvidenceKind kind) {
        return new KnownFailure(id, page, finding, os, signs.stream().filter(sign -> sign.isLookedForIn(kind)
                && !sign.isOver(machine)).toList(), cause, cure, run, windows, source, explains, general, safe);
    }

    boolean isIn(String line) {
        for (Sign sign : signs) {
            if (sign.isIn(line)) {
                return true;
            }
        }
        return false;
    }

    Set<EvidenceKind> kinds() {
        Set<EvidenceKind> kinds = new TreeSet<>();
        signs.forEach(sign -> kinds.addAll(sign.kinds()));
        return kinds;
    }

    /** @param words of the line; unknown ones stay as names in capitals */
    String cure(String lab, String machine, Map<String, String> words) {
        Map<String, String> all = new TreeMap<>(words);
        all.put("lab", lab);
        all.put("machine", machine);
        return CureCommands.told(cure, all);
    }

    List<String> commands(Optional<Os> machine) {
        return machine.equals(Optional.of(Os.WINDOWS)) && !windows.isEmpty() ? windows : run;
    }

    Map<String, String> words(String line) {
        return signs.stream().filter(sign -> sign.isIn(line)).findFirst().map(sign -> sign.words(line))
                .orElse(Map.of());
    }
}

package org.hybridlab.diagnose;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.hybridlab.config.model.Os;

/**
 * A failure whose cause and cure are known; an entry of {@code diagnose/failures}.
 *
 * @param id stable, lower case with dashes
 * @param page that describes it, in {@code docs/reference/findings}
 * @param finding one sentence: what was found
 * @param os of the machines that can have it; empty: any
 * @param cure what to do; {@code {lab}} and {@code {machine}} stand for names
 * @param run the same as commands for a shell of the host, in their order; besides those names, named groups of a
 *            sign's pattern stand for what they matched
 * @param windows commands for Windows machines, in place of those; empty: the same
 * @param source where the failure is described, or the program text that prints it
 * @param explains ids of what follows from it, which need not be told as well
 * @param general whether it names a state more than a cause, and goes behind those that do
 * @param safe whether hybridlab may run the commands itself: nothing of the user's is lost by them
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

    /** With the signs that are looked for in that kind, and not over by what the machine says of how it is now. */
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

    /** Where to look for it. */
    Set<EvidenceKind> kinds() {
        Set<EvidenceKind> kinds = new TreeSet<>();
        signs.forEach(sign -> kinds.addAll(sign.kinds()));
        return kinds;
    }

    /** @param words what the line says; the name of a word that it does not say stands for it, in capitals */
    String cure(String lab, String machine, Map<String, String> words) {
        Map<String, String> all = new TreeMap<>(words);
        all.put("lab", lab);
        all.put("machine", machine);
        return CureCommands.told(cure, all);
    }

    List<String> commands(Optional<Os> machine) {
        return machine.equals(Optional.of(Os.WINDOWS)) && !windows.isEmpty() ? windows : run;
    }

    /** What a line says that commands may need. */
    Map<String, String> words(String line) {
        return signs.stream().filter(sign -> sign.isIn(line)).findFirst().map(sign -> sign.words(line))
                .orElse(Map.of());
    }
}

package org.hybridlab.diagnose;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A known failure that was found.
 *
 * @param page in {@code docs/reference/findings}
 * @param place a machine's name, {@code cluster} or {@code host}
 * @param line the last line that shows it, without secrets
 * @param commands for a shell of the host, without those whose words are unknown
 * @param safe whether hybridlab may run the commands itself; false without commands
 * @param general whether it names a state rather than a cause
 */
public record Finding(String id, String page, String finding, String place, EvidenceKind kind, String origin,
                      String line, int times, String cause, String cure, List<String> commands, boolean safe,
                      String source, boolean general) {
    public Finding {
        commands = List.copyOf(commands);
    }

    /** @param said words of that line for commands */
    static Finding of(KnownFailure failure, Evidence evidence, String line, Map<String, String> said, String lab) {
        boolean machine = !Set.of(Evidence.CLUSTER, Evidence.HOST).contains(evidence.place());
        Map<String, String> words = new HashMap<>(said);
        words.put("lab", lab);
        if (machine) {
            words.put("machine", evidence.place());
        }
        List<String> run = failure.commands(evidence.os());
        List<String> commands = CureCommands.filled(run, words);
        boolean safe = failure.safe() && run.equals(failure.run()) && !commands.isEmpty()
                && CureCommands.addNoArguments(run, words);
        return new Finding(failure.id(), failure.page(), failure.finding(), evidence.place(), evidence.kind(),
                evidence.origin(), line.strip(), 1, failure.cause(),
                failure.cure(lab, machine ? evidence.place() : "MACHINE", words), commands, safe, failure.source(),
                failure.general());
    }

    /** Leaves the commands to the user. */
    public Finding leftToUser(String why) {
        return new Finding(id, page, finding, place, kind, origin, line, times, cause, why + " " + cure, commands,
                false, source, general);
    }

    Finding again(Finding later) {
        return new Finding(id, page, finding, place, later.kind, later.origin, later.line, times + 1, cause, later.cure,
                later.commands, safe, source, general);
    }
}

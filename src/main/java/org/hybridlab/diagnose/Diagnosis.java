package org.hybridlab.diagnose;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.hybridlab.common.error.ExitCode;

/**
 * What is known about what is wrong with a lab.
 *
 * @param findings causes first
 * @param unwell checks that fail, nodes, pods and workloads that are not well, and a cluster that was not made, a line
 *               each, whether their cause was found or not
 * @param gaps what could not be looked at
 * @param fixed what was done before this look
 * @param resetNotEnded the snapshot of a reset that was cut off or is at work
 */
public record Diagnosis(String lab, List<Finding> findings, List<String> unwell, List<String> gaps,
                        List<Fix> fixed, Optional<String> resetNotEnded) {
    /**
     * A finding whose commands were run.
     *
     * @param id of the finding
     * @param exitCode of the last command that was run; none is run after one that fails
     */
    public record Fix(String id, String place, List<String> commands, int exitCode) {
        public Fix {
            commands = List.copyOf(commands);
        }
    }

    /** Of a lab without such a reset. */
    public Diagnosis(String lab, List<Finding> findings, List<String> unwell, List<String> gaps, List<Fix> fixed) {
        this(lab, findings, unwell, gaps, fixed, Optional.empty());
    }

    public static Diagnosis of(String lab, KnownFailures known, Redactor redactor, Collected collected) {
        List<String> unwell = collected.evidence().stream().flatMap(evidence -> unwell(evidence, redactor))
                .toList();
        return new Diagnosis(lab, Findings.in(collected.evidence(), known, redactor, lab), unwell, collected.gaps(),
                List.of());
    }

    public Diagnosis with(UnaryOperator<Finding> change) {
        return new Diagnosis(lab, findings.stream().map(change).toList(), unwell, gaps, fixed,
                resetNotEnded);
    }

    /** @param snapshot of a reset that has not ended */
    public Diagnosis during(String snapshot) {
        return new Diagnosis(lab, findings, Stream.concat(Stream.of(("cluster: A reset to the snapshot '%s' has not "
                + "ended, so its machines may be of different moments. `hybridlab up %s` ends it.")
                .formatted(snapshot, lab)), unwell.stream()).toList(), gaps, fixed, Optional.of(snapshot));
    }

    public Diagnosis after(List<Fix> done) {
        return new Diagnosis(lab, findings, unwell, gaps, List.copyOf(done), resetNotEnded);
    }

    /** Without what the logs said before their cause was cured: the last line that shows it is still the same. */
    public Diagnosis withoutHistory(List<Finding> cured) {
        return new Diagnosis(lab, findings.stream().filter(finding -> !finding.kind().isLog()
                || cured.stream().noneMatch(before -> before.id().equals(finding.id())
                        && before.place().equals(finding.place()) && before.line().equals(finding.line()))).toList(),
                unwell, gaps, fixed, resetNotEnded);
    }

    /** Names that may look like a secret's word, of machines, checks and pods, stay. */
    private static Stream<String> unwell(Evidence evidence, Redactor redactor) {
        return switch (evidence.kind()) {
            case POD -> evidence.lines().stream().map(line -> {
                int told = line.indexOf(": ") + 1;
                return "%s: %s%s".formatted(evidence.place(), line.substring(0, told),
                        redactor.lone(line.substring(told)));
            });
            case NODE, WORKLOAD -> redactor.lines(evidence.lines()).stream()
                    .map(line -> evidence.place() + ": " + line);
            // Its first line says what is wrong, the others what was seen.
            case CHECK -> evidence.lines().stream().limit(1)
                    .map(line -> evidence.origin() + ": " + redactor.lone(line));
            default -> Stream.empty();
        };
    }

    /** 1 if something is wrong, 5 if nothing seems to be but not everything could be looked at, else 0. */
    public ExitCode exitCode() {
        return !findings.isEmpty() || !unwell.isEmpty() ? ExitCode.LAB_FAILED
                : gaps.isEmpty() ? ExitCode.OK : ExitCode.NOT_JUDGED;
    }
}

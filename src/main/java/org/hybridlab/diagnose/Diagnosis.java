package org.hybridlab.diagnose;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.hybridlab.common.error.ExitCode;

/**
 * What is wrong with a lab.
 *
 * @param findings causes first
 * @param unwell failed checks, unhealthy nodes, pods and workloads, and a missing cluster; a line each
 * @param gaps what could not be read
 * @param resetNotEnded snapshot of a reset that was cut off or still runs
 */
public record Diagnosis(String lab, List<Finding> findings, List<String> unwell, List<String> gaps,
                        List<Fix> fixed, Optional<String> resetNotEnded) {
    /**
     * A finding whose commands were run.
     *
     * @param exitCode of the last command; the first failure ends the fixes
     */
    public record Fix(String id, String place, List<String> commands, int exitCode) {
        public Fix {
            commands = List.copyOf(commands);
        }
    }

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

    public Diagnosis during(String snapshot) {
        return new Diagnosis(lab, findings, Stream.concat(Stream.of(("cluster: A reset to the snapshot '%s' has not "
                + "ended, so its machines may be of different moments. `hybridlab up %s` ends it.")
                .formatted(snapshot, lab)), unwell.stream()).toList(), gaps, fixed, Optional.of(snapshot));
    }

    public Diagnosis after(List<Fix> done) {
        return new Diagnosis(lab, findings, unwell, gaps, List.copyOf(done), resetNotEnded);
    }

    /** Without logs from before the fix. Their last line still shows the failure. */
    public Diagnosis withoutHistory(List<Finding> cured) {
        return new Diagnosis(lab, findings.stream().filter(finding -> !finding.kind().isLog()
                || cured.stream().noneMatch(before -> before.id().equals(finding.id())
                        && before.place().equals(finding.place()) && before.line().equals(finding.line()))).toList(),
                unwell, gaps, fixed, resetNotEnded);
    }

    /** Keeps names of machines, checks and pods, even if they look like secrets. */
    private static Stream<String> unwell(Evidence evidence, Redactor redactor) {
        return switch (evidence.kind()) {
            case POD -> evidence.lines().stream().map(line -> {
                int told = line.indexOf(": ") + 1;
                return "%s: %s%s".formatted(evidence.place(), line.substring(0, told),
                        redactor.lone(line.substring(told)));
            });
            case NODE, WORKLOAD -> redactor.lines(evidence.lines()).stream()
                    .map(line -> evidence.place() + ": " + line);
            // The first line says what is wrong. The others are evidence.
            case CHECK -> evidence.lines().stream().limit(1)
                    .map(line -> evidence.origin() + ": " + redactor.lone(line));
            default -> Stream.empty();
        };
    }

    /** 1 if something is wrong, 5 if something could not be read, else 0. */
    public ExitCode exitCode() {
        return !findings.isEmpty() || !unwell.isEmpty() ? ExitCode.LAB_FAILED
                : gaps.isEmpty() ? ExitCode.OK : ExitCode.NOT_JUDGED;
    }
}

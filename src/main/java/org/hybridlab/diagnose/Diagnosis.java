package org.hybridlab.diagnose;

import java.util.List;

import org.hybridlab.failure.ExitCode;

/**
 * What is known about what is wrong with a lab.
 *
 * @param findings causes first
 * @param unwell nodes and pods that are not well, a line each, whether their cause was found or not
 * @param gaps what could not be looked at
 */
public record Diagnosis(String lab, List<Finding> findings, List<String> unwell, List<String> gaps) {
    public static Diagnosis of(String lab, KnownFailures known, Collected collected) {
        List<String> unwell = collected.evidence().stream()
                .filter(evidence -> evidence.kind() == EvidenceKind.NODE || evidence.kind() == EvidenceKind.POD)
                .flatMap(evidence -> evidence.lines().stream().map(line -> evidence.place() + ": " + line)).toList();
        return new Diagnosis(lab, Findings.in(collected.evidence(), known, lab), unwell, collected.gaps());
    }

    /** 1 if something is wrong, 5 if nothing seems to be but not everything could be looked at, else 0. */
    public ExitCode exitCode() {
        return !findings.isEmpty() || !unwell.isEmpty() ? ExitCode.LAB_FAILED
                : gaps.isEmpty() ? ExitCode.OK : ExitCode.NOT_JUDGED;
    }
}

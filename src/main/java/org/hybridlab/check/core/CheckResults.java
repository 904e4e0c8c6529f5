package org.hybridlab.check.core;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.common.error.ExitCode;

/**
 * Results of all checks, in order.
 *
 * @param troubles failures that change no result, a sentence each
 */
public record CheckResults(List<CheckResult> results, Duration took, List<String> troubles) {
    public CheckResults {
        results = List.copyOf(results);
        troubles = List.copyOf(troubles);
    }

    public CheckResults(List<CheckResult> results, Duration took) {
        this(results, took, List.of());
    }

    public CheckResults with(CheckResult more) {
        return new CheckResults(Stream.concat(Stream.of(more), results.stream()).toList(), took, troubles);
    }

    public long count(Outcome outcome) {
        return results.stream().filter(result -> result.verdict().outcome() == outcome).count();
    }

    /** 1 if a check failed, 5 if one could not be judged, else 0. */
    public ExitCode exitCode() {
        if (count(Outcome.FAILED) > 0) {
            return ExitCode.LAB_FAILED;
        }
        return count(Outcome.NOT_JUDGED) > 0 ? ExitCode.NOT_JUDGED : ExitCode.OK;
    }

    /** Without the author's checks, which exercises let fail on purpose. */
    public CheckResults withoutLabFile() {
        return without(result -> CheckResult.isOfLabFile(result.id()));
    }

    /** @param names of apps whose checks are left out */
    public CheckResults withoutApps(Set<String> names) {
        Set<String> ids = names.stream().map(CheckResult::idOfApp).collect(Collectors.toSet());
        return without(result -> ids.contains(result.id()));
    }

    private CheckResults without(Predicate<CheckResult> some) {
        return new CheckResults(results.stream().filter(some.negate()).toList(), took, troubles);
    }

    public boolean passedWhereMachinesRun() {
        return results.stream().map(CheckResult::verdict).allMatch(verdict -> verdict.outcome() == Outcome.PASSED
                || verdict.outcome() == Outcome.NOT_JUDGED && verdict.source() != EvidenceSource.REAL);
    }

    /** For example "8 passed, 1 failed, 2 could not be judged". */
    public String summary() {
        return "%d passed, %d failed, %d could not be judged".formatted(count(Outcome.PASSED), count(Outcome.FAILED),
                count(Outcome.NOT_JUDGED));
    }
}

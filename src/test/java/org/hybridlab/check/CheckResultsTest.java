package org.hybridlab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.common.error.ExitCode;
import org.junit.jupiter.api.Test;

class CheckResultsTest {
    private static final Verdict PASSED = Verdict.passed("Well.", List.of());
    private static final Verdict FAILED = Verdict.failed("Not well.", List.of());

    /** An exercise is done when its check passes; until then the lab is not damaged. */
    @Test
    void failedCheckOfAuthor_isNoDamage() {
        CheckResults all = results(one("nodes", PASSED), one("lab/exercise", FAILED));

        assertThat(all.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
        assertThat(all.passedWhereMachinesRun()).isFalse();
        assertThat(all.withoutLabFile().exitCode()).isEqualTo(ExitCode.OK);
        assertThat(all.withoutLabFile().passedWhereMachinesRun()).isTrue();
        assertThat(results(one("app/shop", FAILED)).withoutLabFile().passedWhereMachinesRun()).isFalse();
    }

    @Test
    void failedCheckOfApp_canBeLeftOut() {
        CheckResults all = results(one("nodes", PASSED), one("app/shop", FAILED), one("app/web", FAILED));

        assertThat(all.withoutApps(Set.of("shop")).exitCode()).isEqualTo(ExitCode.LAB_FAILED);
        assertThat(all.withoutApps(Set.of("shop", "web")).exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void simulatedMachines_areNothingToWaitFor() {
        assertThat(results(one("nodes", PASSED), one("windows-pods-start", notJudged(EvidenceSource.SIMULATED)),
                one("windows-dns", notJudged(EvidenceSource.STAND_IN))).passedWhereMachinesRun()).isTrue();
        assertThat(results(one("dns", notJudged(EvidenceSource.REAL))).passedWhereMachinesRun()).isFalse();
    }

    private static Verdict notJudged(EvidenceSource source) {
        return Verdict.notJudged("Not judged.", List.of(), source);
    }

    private static CheckResult one(String id, Verdict verdict) {
        return new CheckResult(id, id, "by a look", verdict, Duration.ZERO);
    }

    private static CheckResults results(CheckResult... results) {
        return new CheckResults(Stream.of(results).toList(), Duration.ZERO);
    }
}

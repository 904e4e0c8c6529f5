package org.hybridlab.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import org.hybridlab.check.cluster.PodsStart;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.CheckListener;
import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.CheckRun;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.junit.jupiter.api.Test;

class CheckRunTest {
    private static final Verdict GOOD = Verdict.passed("good", List.of());
    private static final Verdict BAD = Verdict.failed("bad", List.of("seen"));
    private final Fixture fixture = new Fixture();

    @Test
    void givesResultsInTheOrderOfTheChecks() {
        CheckResults results = judge(check("a", context -> GOOD), check("b", context -> BAD));
        assertThat(results.results()).extracting(CheckResult::id).containsExactly("a", "b");
        assertThat(results.summary()).isEqualTo("1 passed, 1 failed, 0 could not be judged");
        assertThat(results.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
    }

    @Test
    void check_failingBecauseOfAnother_isNotJudged() {
        CheckResults results = judge(check("below", context -> BAD), check("above", context -> BAD, "below"));
        Verdict above = results.results().get(1).verdict();
        assertThat(above.outcome()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(above.message()).isEqualTo("Cannot hold while below fails. Seen: bad");
        assertThat(above.evidence()).containsExactly("seen");
    }

    @Test
    void namesAllChecksBelowThatFail() {
        CheckResults results = judge(check("a", context -> BAD), check("b", context -> BAD), check("c", context -> BAD),
                check("two", context -> BAD, "a", "b"), check("three", context -> BAD, "a", "b", "c"));
        assertThat(results.results().get(3).verdict().message()).isEqualTo("Cannot hold while a and b fail. Seen: bad");
        assertThat(results.results().get(4).verdict().message())
                .isEqualTo("Cannot hold while a, b and c fail. Seen: bad");
    }

    /** As two names of an author's checks may come to the same id. */
    @Test
    void givesEachItsOwnResultWhateverItsId() {
        assertThat(judge(check("a", context -> BAD), check("a", context -> GOOD)).results())
                .extracting(result -> result.verdict().outcome()).containsExactly(Outcome.FAILED, Outcome.PASSED);
    }

    /** Bugs included: what the others saw of the lab is as true as it was. */
    @Test
    void keepsAllOtherResultsIfOneCheckBreaks() {
        CheckResults results = judge(check("fine", context -> GOOD), check("odd", context -> {
            throw new IllegalStateException("who would have thought");
        }), check("worse", context -> {
            throw new AssertionError("no such thing");
        }), check("named", context -> {
            throw LabException.invalid("manifest-unreadable", "Object 1 cannot be read.", "Correct it.")
                    .because("a tab");
        }), check("above", context -> BAD, "odd"), check("red", context -> BAD));

        assertThat(results.results()).extracting(result -> result.verdict().outcome()).containsExactly(Outcome.PASSED,
                Outcome.NOT_JUDGED, Outcome.NOT_JUDGED, Outcome.NOT_JUDGED, Outcome.FAILED, Outcome.FAILED);
        assertThat(results.results().get(1).verdict().message()).isEqualTo(
                "hybridlab could not judge it: java.lang.IllegalStateException: who would have thought");
        assertThat(results.results().get(1).verdict().evidence()).anyMatch(line -> line.contains("CheckRunTest"));
        assertThat(results.results().get(3).verdict().message()).isEqualTo("Object 1 cannot be read.");
        assertThat(results.results().get(3).verdict().evidence()).containsExactly("a tab", "Correct it.");
        assertThat(results.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
    }

    @Test
    void results_ifPodsStay_areAllKept() {
        fixture.api.with("/api/v1/namespaces", "{\"items\":[]}").with("/api/v1", "{\"resources\":[]}")
                .failing("delete", LabException.labFailed("api-refused", "The API server refused it (500).", ""));
        CheckResults results = judge(check("a", context -> GOOD), check("looks", context -> {
            context.probes().look();
            return GOOD;
        }));

        assertThat(results.summary()).isEqualTo("1 passed, 0 failed, 1 could not be judged");
        assertThat(results.troubles()).singleElement().asString().startsWith(
                "The namespace hybridlab-check-test with the checks' own pods is still there: ").contains("500");
    }

    @Test
    void pass_whateverFailsBelow_isAPass() {
        CheckResults results = judge(check("below", context -> BAD), check("above", context -> GOOD, "below"));
        assertThat(results.results().get(1).verdict()).isEqualTo(GOOD);
    }

    @Test
    void blamesACheckItselfIfAllBelowPass() {
        CheckResults results = judge(check("below", context -> GOOD), check("above", context -> BAD, "below"));
        assertThat(results.results().get(1).verdict()).isEqualTo(BAD);
    }

    @Test
    void check_withoutHope_isNotWaitedFor() {
        long started = System.nanoTime();
        CheckResults results = judge(check("below", context -> BAD), check("above", context -> context.watch("never",
                Duration.ofSeconds(60), () -> new Observation(false, "not yet", List.of())), "below"));
        assertThat(results.results().get(1).verdict().message()).endsWith("Seen: not yet");
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void check_ofBrokenCluster_isNotWaitedFor() {
        CheckResults results = judge(check("nodes", context -> BAD), check("other", context -> context.watch("never",
                Duration.ofSeconds(60), () -> new Observation(false, "not yet", List.of()))));
        assertThat(results.results().get(1).verdict().message())
                .isEqualTo("Not waited for, as nodes fails. Seen: not yet");
        assertThat(results.took()).isLessThan(Duration.ofSeconds(30));
    }

    /** As a request to an API server that has just gone. */
    @Test
    void endlessLook_atBrokenCluster_isCut() {
        CompletableFuture<Verdict> never = new CompletableFuture<>();
        CheckResults results = assertTimeoutPreemptively(Duration.ofSeconds(20),
                () -> judge(check("nodes", context -> BAD), check("other", context -> never.join())));
        assertThat(results.results().get(1).verdict()).isEqualTo(Verdict.notJudged("Not waited for, as nodes fails.",
                List.of(), EvidenceSource.REAL));
    }

    /** What an author asks for may be an exercise that nobody has done yet. */
    @Test
    void failedCheckOfLabFile_letsOthersWait() {
        AtomicInteger looks = new AtomicInteger();
        CheckResults results = judge(check("lab/exercise", context -> BAD), check("other", context ->
                context.watch("soon", Duration.ofSeconds(60), () -> new Observation(looks.incrementAndGet() > 9, "",
                        List.of()))));
        assertThat(results.results().get(1).verdict().outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void hopelessLook_endsTheWait() {
        CheckResults results = judge(check("a", context -> context.watch("never", Duration.ofHours(1),
                () -> new Observation(false, "gone", List.of()).hopelessIf(true))));
        assertThat(results.results().get(0).verdict().message()).isEqualTo("gone");
    }

    @Test
    void judgesAtTheSameTime() {
        CompletableFuture<Void> met = new CompletableFuture<>();
        CheckResults results = judge(check("waits", context -> met.orTimeout(20, TimeUnit.SECONDS).thenApply(
                nothing -> GOOD).join()), check("comes", context -> {
                    met.complete(null);
                    return GOOD;
                }));
        assertThat(results.exitCode()).isEqualTo(ExitCode.OK);
    }

    /** Each of them would make the others slower than they may be. */
    @Test
    void judgesOneByOneWhereMachinesAreSlow() {
        fixture.together = 1;
        AtomicInteger looking = new AtomicInteger();
        Function<CheckContext, Verdict> alone = context -> {
            Verdict verdict = looking.incrementAndGet() == 1 ? GOOD : BAD;
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            looking.decrementAndGet();
            return verdict;
        };

        assertThat(judge(check("a", alone), check("b", alone), check("c", alone)).exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void unjudged_withoutFailures_isSaid() {
        Verdict unknown = Verdict.notJudged("who knows", List.of(), EvidenceSource.SIMULATED);
        assertThat(judge(check("a", context -> unknown)).exitCode()).isEqualTo(ExitCode.NOT_JUDGED);
        assertThat(judge(check("a", context -> unknown), check("b", context -> BAD)).exitCode())
                .isEqualTo(ExitCode.LAB_FAILED);
    }

    @Test
    void endsWhenTheRunIsCancelled() {
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(fixture.cancellation::request);
        LabException failure = failure(() -> judge(check("a", context ->
                context.watch("never", Duration.ofSeconds(60), () -> new Observation(false, "not yet", List.of())))));
        assertThat(failure.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
    }

    @Test
    void cancelledRun_withEndlessLook_endsSoon() {
        CompletableFuture<Verdict> never = new CompletableFuture<>();
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(fixture.cancellation::request);
        LabException failure = assertTimeoutPreemptively(Duration.ofSeconds(10),
                () -> failure(() -> judge(check("a", context -> never.join()))));
        assertThat(failure.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
    }

    @Test
    void checkRun_interruptedWhileAllGood_isInterrupted() {
        LabException failure = failure(() -> judge(check("a", context -> {
            fixture.cancellation.request();
            return context.watch("good", () -> new Observation(true, "good", List.of()));
        })));
        assertThat(failure).isNotNull().extracting(LabException::exitCode).isEqualTo(ExitCode.INTERRUPTED);
    }

    @Test
    void tellsItsListenerOfEachStartAndEnd() {
        List<String> told = new CopyOnWriteArrayList<>();
        CheckRun.judge(List.of(check("a", context -> BAD)), fixture.context(), new CheckListener() {
            @Override
            public void started(Check check) {
                told.add("start " + check.id());
            }

            @Override
            public void finished(CheckResult result) {
                told.add(result.verdict().outcome() + " " + result.id());
            }
        });
        assertThat(told).containsExactly("start a", "FAILED a");
    }

    @Test
    void takesItsProbePodsAwayAgain() {
        fixture.api.with("/api/v1/namespaces", "{\"items\":[]}").with("/api/v1", """
                {"resources":[{"name":"namespaces","kind":"Namespace","namespaced":false},
                              {"name":"pods","kind":"Pod","namespaced":true},
                              {"name":"serviceaccounts","kind":"ServiceAccount","namespaced":true},
                              {"name":"services","kind":"Service","namespaced":true}]}""");
        fixture.api.with("/api/v1/namespaces/hybridlab-check-test/pods", "{\"items\":[]}");
        judge(new PodsStart());
        assertThat(fixture.api.told()).extracting(line -> line.split("\\s")[0] + " " + line.split("\\s")[1])
                .containsExactly("apply /api/v1/namespaces/hybridlab-check-test",
                        "apply /api/v1/namespaces/hybridlab-check-test/serviceaccounts/probe",
                        "apply /api/v1/namespaces/hybridlab-check-test/pods/probe-control",
                        "apply /api/v1/namespaces/hybridlab-check-test/pods/probe-node",
                        "apply /api/v1/namespaces/hybridlab-check-test/services/probe",
                        "delete /api/v1/namespaces/hybridlab-check-test/pods?gracePeriodSeconds=0",
                        "delete /api/v1/namespaces/hybridlab-check-test");
    }

    @Test
    void probePods_afterTheChecks_areNotMade() {
        fixture.api.with("/api/v1/namespaces", "{\"items\":[]}");
        CheckContext context = fixture.context();
        CheckRun.judge(List.of(check("a", ignored -> GOOD)), context, CheckListener.NONE);

        assertThat(failure(() -> context.probes().look())).isNotNull();
        assertThat(fixture.api.told()).isEmpty();
    }

    @Test
    void leftovers_ofKilledRun_areRemovedAlone() {
        fixture.api.with("/api/v1", "{\"resources\":[]}").with("/api/v1/namespaces", """
                {"items":[{"metadata":{"name":"hybridlab-check-old","creationTimestamp":"2026-11-21T11:59:00Z"}},
                          {"metadata":{"name":"hybridlab-check-now","creationTimestamp":"2026-11-21T12:31:00Z"}}]}""");
        judge(new PodsStart());
        assertThat(fixture.api.told()).contains("delete /api/v1/namespaces/hybridlab-check-old")
                .doesNotContain("delete /api/v1/namespaces/hybridlab-check-now");
    }

    /** However they end. */
    @Test
    void awaitingCheck_looksAfterOthers() {
        List<String> ended = new CopyOnWriteArrayList<>();
        Function<CheckContext, Verdict> slow = context -> {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            ended.add("slow");
            return BAD;
        };
        CheckResults results = judge(check("slow", slow), check("breaks", context -> {
            ended.add("breaks");
            throw new IllegalStateException("who would have thought");
        }), awaiting("page", context -> ended.containsAll(List.of("slow", "breaks")) ? GOOD : BAD, "slow", "breaks",
                "of another lab"));

        assertThat(results.results().get(2).verdict()).isEqualTo(GOOD);
    }

    @Test
    void awaitingCheck_afterCtrlC_looksNoMore() {
        List<String> looked = new CopyOnWriteArrayList<>();
        LabException failure = failure(() -> judge(check("below", context -> {
            fixture.cancellation.request();
            return GOOD;
        }), awaiting("page", context -> {
            looked.add("page");
            return GOOD;
        }, "below")));

        assertThat(failure.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(looked).isEmpty();
    }

    private CheckResults judge(Check... checks) {
        return CheckRun.judge(List.of(checks), fixture.context(), CheckListener.NONE);
    }

    private static Check check(String id, Function<CheckContext, Verdict> judge, String... dependsOn) {
        return check(id, judge, Set.of(dependsOn), Set.of());
    }

    private static Check awaiting(String id, Function<CheckContext, Verdict> judge, String... awaits) {
        return check(id, judge, Set.of(), Set.of(awaits));
    }

    private static Check check(String id, Function<CheckContext, Verdict> judge, Set<String> dependsOn,
                               Set<String> awaits) {
        return new Check() {
            @Override
            public String id() {
                return id;
            }

            @Override
            public String title() {
                return id + " is true";
            }

            @Override
            public String how() {
                return "looking";
            }

            @Override
            public Set<String> dependsOn() {
                return dependsOn;
            }

            @Override
            public Set<String> awaits() {
                return awaits;
            }

            @Override
            public Verdict judge(CheckContext context) {
                return judge.apply(context);
            }
        };
    }
}

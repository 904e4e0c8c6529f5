package org.hybridlab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.hybridlab.check.Verdict.Outcome;
import org.hybridlab.kubernetes.Recording;
import org.hybridlab.lab.CheckSpec;
import org.hybridlab.lab.CheckSpec.Http;
import org.hybridlab.lab.CheckSpec.JsonPath;
import org.hybridlab.lab.CheckSpec.Probe;
import org.junit.jupiter.api.Test;

class LabFileCheckTest {
    private final Fixture fixture = new Fixture();

    @Test
    void passesAndFailsWithTheAuthorsWords() {
        Http page = new Http(Optional.empty(), 8080, "/", 200, Optional.of("hello"));
        fixture.pages.put("192.168.99.11:8080", "200 hello");
        fixture.pages.put("192.168.99.12:8080", "200 hello");
        assertThat(judged(page)).isEqualTo(new Verdict(Outcome.PASSED, "Well done.", java.util.List.of(
                "status 200 from http://192.168.99.11:8080/: hello",
                "status 200 from http://192.168.99.12:8080/: hello"), Truth.REAL));
        fixture.pages.put("192.168.99.12:8080", "200 good bye");
        Verdict failed = judged(page);
        assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(failed.words()).isEqualTo("Look again.");
        assertThat(failed.evidence()).first().isEqualTo("status 200 from http://192.168.99.12:8080/: good bye");
    }

    @Test
    void wantsTheStatusThatTheAuthorWants() {
        fixture.pages.put("192.168.99.11:8080", "503 busy");
        assertThat(judged(new Http(Optional.of("control"), 8080, "/", 503, Optional.empty())).outcome())
                .isEqualTo(Outcome.PASSED);
        assertThat(judged(new Http(Optional.of("control"), 8080, "/", 200, Optional.empty())).outcome())
                .isEqualTo(Outcome.FAILED);
    }

    /** The author's times are for machines that are not interpreted. */
    @Test
    void waitsLongerWhereMachinesAreSlow() {
        Http page = new Http(Optional.of("control"), 8080, "/", 200, Optional.empty());
        assertThat(judged(page).outcome()).isEqualTo(Outcome.FAILED);
        fixture.patience = 200;
        CompletableFuture.delayedExecutor(600, TimeUnit.MILLISECONDS)
                .execute(() -> fixture.pages.put("192.168.99.11:8080", "200 at last"));
        assertThat(judged(page).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void comparesWhatKubectlPrintsWithoutItsLineEnd() {
        fixture.kubectlPrints = "3\n";
        JsonPath path = new JsonPath("default", "deployment/web", "{.status.readyReplicas}", "3");
        assertThat(judged(path).outcome()).isEqualTo(Outcome.PASSED);
        fixture.kubectlPrints = "13\n";
        Verdict failed = judged(path);
        assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(failed.evidence()).contains("'13'").first().asString()
                .endsWith("get deployment/web --namespace default --output 'jsonpath={.status.readyReplicas}'");
    }

    @Test
    void cannotJudgeWhatWouldRunOnASimulatedMachine() {
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replaceFirst("\"annotations\": \\{",
                "\"annotations\": {\"kwok.x-k8s.io/node\": \"fake\","));
        Verdict verdict = judged(new CheckSpec.Exec("control", java.util.List.of("ver"), Optional.empty()));
        assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(verdict.words()).isEqualTo("Nothing runs on the simulated control; seen of it: Nothing was run.");
        fixture.kubectlPrints = "True";
        assertThat(judged(new JsonPath("default", "node/control", "{.x}", "True")).outcome())
                .isEqualTo(Outcome.NOT_JUDGED);
        assertThat(judged(new JsonPath("default", "node/node", "{.x}", "True")).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void standsOnTheAppWhosePageItAsksFor() {
        assertThat(check(new Http(Optional.empty(), 30001, "/", 200, Optional.empty())).standsOn())
                .contains("app/numbers", "node-port", "dns");
        assertThat(check(new Http(Optional.empty(), 30999, "/", 200, Optional.empty())).standsOn())
                .contains("node-port").doesNotContain("app/numbers");
        assertThat(check(new Http(Optional.empty(), 10256, "/", 200, Optional.empty())).standsOn()).isEmpty();
    }

    @Test
    void isCalledAfterTheAuthorsName() {
        assertThat(check(new JsonPath("a", "b", "c", "d")).id()).isEqualTo("lab/all-s-well");
    }

    private Verdict judged(Probe probe) {
        return check(probe).judge(fixture.context());
    }

    private static LabFileCheck check(Probe probe) {
        return new LabFileCheck(new CheckSpec("All's well", probe, Duration.ofMillis(250), Optional.of("Well done."),
                Optional.of("Look again.")), Fixture.lab().apps());
    }
}

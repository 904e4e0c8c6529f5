package org.hybridlab.check.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.cluster.api.Recording;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.CheckSpec;
import org.hybridlab.config.model.CheckSpec.ExecInPod;
import org.hybridlab.config.model.CheckSpec.Http;
import org.hybridlab.config.model.CheckSpec.JsonPath;
import org.hybridlab.config.model.CheckSpec.Probe;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.guest.FakeShell;
import org.junit.jupiter.api.Test;

class LabFileCheckTest {
    private static final ExecInPod IN_POD = new ExecInPod("default", "deployment/numbers-api", Optional.of("it"),
            List.of("cat", "/greeting"), Optional.of("hello"));
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String MANIFEST = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: numbers-api}
            ---
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: {name: numbers}
            """;

    private final Fixture fixture = new Fixture();

    @Test
    void passesAndFailsWithTheAuthorsWords() {
        Http page = new Http(Optional.empty(), 8080, "/", 200, Optional.of("hello"));
        fixture.pages.put("192.168.99.11:8080", "200 hello");
        fixture.pages.put("192.168.99.12:8080", "200 hello");
        assertThat(judged(page)).isEqualTo(new Verdict(Outcome.PASSED, "Well done.", List.of(
                "status 200 from http://192.168.99.11:8080/: hello",
                "status 200 from http://192.168.99.12:8080/: hello"), EvidenceSource.REAL));
        fixture.pages.put("192.168.99.12:8080", "200 good bye");
        Verdict failed = judged(page);
        assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(failed.message()).isEqualTo("Look again.");
        assertThat(failed.evidence()).first().isEqualTo("status 200 from http://192.168.99.12:8080/: good bye");
    }

    @Test
    void localService_isAskedWhereItsPodsAre() {
        Http page = new Http(Optional.empty(), 30001, "/", 200, Optional.empty());
        fixture.pages.put("192.168.99.12:30001", "200 hello");
        assertThat(judged(page).outcome()).isEqualTo(Outcome.FAILED);

        fixture.probed(address -> "200 hello");
        fixture.api.with("/api/v1/services", "{\"items\":[%s]}".formatted(Recording.of("service-numbers-web")
                .replace("\"externalTrafficPolicy\": \"Cluster\"", "\"externalTrafficPolicy\": \"Local\"")));
        fixture.api.with("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", "{\"items\":[]}");
        assertThat(judged(page).evidence()).first().asString().contains("no ready pod, so no machine answers");
        fixture.api.with("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
                "{\"items\":[{\"addressType\":\"IPv4\",\"endpoints\":[{\"nodeName\":\"node\"}]}]}");
        assertThat(judged(page).outcome()).isEqualTo(Outcome.PASSED);
        fixture.api.with("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
                "{\"items\":[{\"addressType\":\"IPv4\",\"endpoints\":[{\"nodeName\":\"another\"}]}]}");
        assertThat(judged(page).outcome()).as("pods of another's machines").isEqualTo(Outcome.FAILED);
        assertThat(judged(new Http(Optional.of("control"), 30001, "/", 200, Optional.empty())).outcome())
                .as("named by its author").isEqualTo(Outcome.FAILED);
    }

    /** A learner may have done all that the author's words ask for. */
    @Test
    void objects_withoutApiServer_areNotJudged() {
        JsonPath path = new JsonPath("default", "deployment/web", "{.status.readyReplicas}", "3");
        fixture.kubectlPrints = "";
        assertThat(judged(path).message()).isEqualTo("Look again.");

        fixture.api.fail(FakeApi.Fault.UNREACHABLE);
        assertThat(judged(path).outcome()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(judged(path).message()).startsWith("The API server does not answer.");
    }

    /** Which machines can answer, only the cluster says. */
    @Test
    void everyPage_withoutApiServer_isNotJudged() {
        fixture.api.fail(FakeApi.Fault.UNREACHABLE);
        fixture.pages.put("192.168.99.11:8080", "200 hello");

        Verdict every = judged(new Http(Optional.empty(), 8080, "/", 200, Optional.empty()));
        assertThat(every.outcome()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(every.message()).startsWith("The API server does not answer.");
        assertThat(judged(new Http(Optional.of("node"), 30001, "/", 200, Optional.empty())).outcome())
                .isEqualTo(Outcome.NOT_JUDGED);
        assertThat(judged(new Http(Optional.of("control"), 8080, "/", 200, Optional.empty())).outcome())
                .isEqualTo(Outcome.PASSED);
        assertThat(judged(new Http(Optional.of("node"), 8080, "/", 200, Optional.empty())).message())
                .isEqualTo("Look again.");
    }

    @Test
    void commandInMachine_needsNoApiServer() {
        fixture.api.fail(FakeApi.Fault.UNREACHABLE);
        fixture.shells = machine -> new FakeShell(machine.name(), words -> new FakeShell.Answer(0, "hello"));

        assertThat(judged(new CheckSpec.Exec("control", List.of("cat"), Optional.of("hello"))).outcome())
                .isEqualTo(Outcome.PASSED);
        assertThat(judged(new CheckSpec.Exec("control", List.of("cat"), Optional.of("good bye"))).message())
                .isEqualTo("Look again.");
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
    void comparesANumberThatMustBeReached() {
        JsonPath path = new JsonPath("default", "horizontalpodautoscaler/web", "{.status.desiredReplicas}",
                Optional.empty(), 2);
        for (String enough : List.of("2", "13")) {
            fixture.kubectlPrints = enough;
            assertThat(judged(path).outcome()).as(enough).isEqualTo(Outcome.PASSED);
        }
        for (String other : List.of("1", "", "-3", "many", "99999999999")) {
            fixture.kubectlPrints = other;
            assertThat(judged(path).outcome()).as(other).isEqualTo(Outcome.FAILED);
        }
    }

    /** Its autoscaler sees no figures of pods that do not run. */
    @Test
    void autoscaler_ofSimulatedPods_isNotJudged() {
        apiRuns(fixture, "numbers-api-75446688cc-1");
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replaceAll(
                "(?s)(.*)\"annotations\": \\{", "$1\"annotations\": {\"kwok.x-k8s.io/node\": \"fake\","));
        fixture.kubectlPrints = "1";
        JsonPath path = new JsonPath("default", "deployment/numbers-api", "{.x}", "1");
        assertThat(judged(path).outcome()).isEqualTo(Outcome.NOT_JUDGED);
        JsonPath scaler = new JsonPath("default", "horizontalpodautoscaler/numbers", "{.status.desiredReplicas}",
                Optional.empty(), 2);
        assertThat(judged(scaler).outcome()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(judged(IN_POD).outcome()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(fixture.api.told()).isEmpty();
    }

    @Test
    void execCheck_wantsText_inEveryPod() {
        apiRuns(fixture, "numbers-api-75446688cc-1", "numbers-api-75446688cc-2");
        fixture.api.withCommands((pod, command) -> new ExecResult(0, "hello\n"));
        Verdict passed = judged(IN_POD);
        assertThat(passed.outcome()).as(passed.message()).isEqualTo(Outcome.PASSED);
        assertThat(passed.evidence()).contains("numbers-api-75446688cc-2 on node exited with 0: hello");
        assertThat(fixture.api.told()).first().isEqualTo(
                "exec default/numbers-api-75446688cc-1/it cat /greeting");
        for (ExecResult other : List.of(new ExecResult(0, "good bye"), new ExecResult(1, "hello"),
                new ExecResult(0, "cat: hello: no such file", ""))) {
            fixture.api.withCommands((pod, command) -> pod.endsWith("2") ? other : new ExecResult(0, "hello"));
            Verdict failed = judged(IN_POD);
            assertThat(failed.outcome()).as(failed.message()).isEqualTo(Outcome.FAILED);
            assertThat(failed.evidence()).first().asString().startsWith("numbers-api-75446688cc-2 on node exited");
        }
    }

    /** A pod that restarts, or one whose kubelet does not answer, has not said no and not said yes. */
    @Test
    void command_thatCouldNotRun_isTriedAgain() {
        apiRuns(fixture, "numbers-api-75446688cc-1");
        AtomicInteger runs = new AtomicInteger();
        fixture.api.withCommands((pod, command) -> {
            if (runs.incrementAndGet() < 3) {
                throw LabException.labFailed("exec-failed", "The command could not be run.", "");
            }
            return new ExecResult(0, "hello");
        });
        assertThat(judged(IN_POD).outcome()).isEqualTo(Outcome.PASSED);
        fixture.api.withCommands((pod, command) -> {
            throw LabException.labFailed("exec-failed", "The command could not be run.", "");
        });
        assertThat(judged(IN_POD).outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void command_withoutReadyPods_failsAndRunsNothing() {
        apiRuns(fixture);
        assertThat(judged(IN_POD).evidence()).isEmpty();
        assertThat(judged(IN_POD).outcome()).isEqualTo(Outcome.FAILED);
        fixture.api.with("/apis/apps/v1/namespaces/default/deployments/numbers-api",
                Recording.of("deployment-numbers-api").replace("\"readyReplicas\": 1", "\"readyReplicas\": 0"));
        assertThat(judged(IN_POD).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(fixture.api.told()).isEmpty();
    }

    /** It stays there for days, beside the one that was made for it. */
    @Test
    void command_besideEvictedPod_passes() {
        apiRuns(fixture, "numbers-api-75446688cc-1");
        fixture.api.with(PODS, fixture.api.get(PODS).toString().replace("[{\"metadata\"", """
                [{"metadata":{"name":"evicted","namespace":"default","labels":{"pod-template-hash":"75446688cc"},
                  "ownerReferences":[{"controller":true,"kind":"ReplicaSet","name":"numbers-api-75446688cc"}]},
                  "spec":{"nodeName":"node"},"status":{"phase":"Failed","reason":"Evicted"}},{"metadata""" + '"'));
        fixture.api.withCommands((pod, command) -> new ExecResult(0, "hello"));

        Verdict verdict = judged(IN_POD);

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void shortensWhatACommandPrints() {
        apiRuns(fixture, "numbers-api-75446688cc-1");
        fixture.api.withCommands((pod, command) -> new ExecResult(0, ("hello".repeat(1000) + "\n").repeat(1000)));
        assertThat(judged(IN_POD).evidence().get(0)).hasSizeLessThan(7000);
    }

    /** A Deployment with these pods, all on the worker, ready, of its latest template. */
    private static void apiRuns(Fixture fixture, String... pods) {
        fixture.api.with("/api/v1", Recording.of("api-v1")).with("/apis/apps/v1", Recording.of("apis-apps-v1"));
        fixture.api.with("/apis/autoscaling/v2", """
                {"resources": [{"name": "horizontalpodautoscalers", "kind": "HorizontalPodAutoscaler",
                 "namespaced": true}]}""");
        fixture.api.with("/apis/apps/v1/namespaces/default/deployments/numbers-api",
                Recording.of("deployment-numbers-api").replaceAll(
                        "\"(replicas|readyReplicas|updatedReplicas|availableReplicas)\": 1",
                        "\"$1\": " + Math.max(1, pods.length)));
        fixture.api.with(PODS, Stream.of(pods).map(pod -> """
                {"metadata":{"name":"%s","namespace":"default","labels":{"pod-template-hash":"75446688cc"},
                  "ownerReferences":[{"controller":true,"kind":"ReplicaSet","name":"numbers-api-75446688cc"}]},
                  "spec":{"nodeName":"node"},"status":{"phase":"Running","containerStatuses":[
                  {"name":"it","ready":true,"state":{"running":{}}}]}}""".formatted(pod))
                .collect(Collectors.joining(",", "{\"items\":[", "]}")));
    }

    /** Windows machines of their own answer too; of simulated ones nothing does. */
    @Test
    void asksEveryMachineThatCanAnswer() {
        Lab lab = LabFile.read(Path.of("labs/first-hybrid/lab.yaml"), Cidr.parse("192.168.99.0/24")).orThrow();
        Http page = new Http(Optional.empty(), 8080, "/", 200, Optional.empty());
        lab.nodes().stream().filter(machine -> !machine.isWindows())
                .forEach(machine -> fixture.pages.put(machine.address() + ":8080", "200 hello"));
        Verdict failed = check(page).judge(fixture.context(lab, Map.of()));
        assertThat(failed.outcome()).as(failed.message()).isEqualTo(Outcome.FAILED);
        Machine windows = lab.windowsMachines().get(0);
        assertThat(failed.evidence()).first().asString().contains(windows.address() + ":8080", "refused");
        fixture.pages.put(windows.address() + ":8080", "200 hello");
        assertThat(check(page).judge(fixture.context(lab, Map.of())).outcome()).isEqualTo(Outcome.PASSED);

        fixture.pages.remove(windows.address() + ":8080");
        for (String mark : List.of("kwok.x-k8s.io/node", "hybridlab.org/stand-in")) {
            fixture.api.with("/api/v1/nodes", """
                    {"items": [{"metadata": {"name": "%s", "annotations": {"%s": "fake"}}}]}"""
                    .formatted(windows.name(), mark));
            Verdict passed = new LabFileCheck(new CheckSpec("All's well", page, Duration.ofMillis(250),
                    Optional.empty(), Optional.empty()), lab.apps()).judge(fixture.context(lab, Map.of()));
            assertThat(passed.outcome()).as(passed.message()).isEqualTo(Outcome.PASSED);
            assertThat(passed.message()).isEqualTo("It answers with status 200. Not asked, as nothing listens there: "
                    + windows.name() + ".");
        }
    }

    @Test
    void command_onSimulatedMachine_isNotJudged() {
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replaceFirst("\"annotations\": \\{",
                "\"annotations\": {\"kwok.x-k8s.io/node\": \"fake\","));
        Verdict verdict = check(new CheckSpec.Exec("win", List.of("ver"), Optional.empty()))
                .judge(fixture.context(Fixture.simulatedHybrid(), Map.of()));
        assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(verdict.message()).isEqualTo("Nothing runs on the simulated win; seen of it: Nothing was run.");
        fixture.kubectlPrints = "True";
        assertThat(judged(new JsonPath("default", "node/control", "{.x}", "True")).outcome())
                .isEqualTo(Outcome.NOT_JUDGED);
        assertThat(judged(new JsonPath("default", "node/node", "{.x}", "True")).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void pageCheck_standsOnTheAppItAsks() {
        assertThat(check(new Http(Optional.empty(), 30001, "/", 200, Optional.empty())).dependsOn())
                .contains("app/numbers", "node-port", "dns");
        assertThat(check(new Http(Optional.empty(), 30999, "/", 200, Optional.empty())).dependsOn())
                .contains("node-port").doesNotContain("app/numbers");
        assertThat(check(new Http(Optional.empty(), 10256, "/", 200, Optional.empty())).dependsOn()).isEmpty();
    }

    @Test
    void isCalledAfterTheAuthorsName() {
        assertThat(check(new JsonPath("a", "b", "c", "d")).id()).isEqualTo("lab/all-s-well");
    }

    private Verdict judged(Probe probe) {
        return check(probe).judge(fixture.context(Fixture.lab(), Map.of("numbers", MANIFEST)));
    }

    private static LabFileCheck check(Probe probe) {
        return new LabFileCheck(new CheckSpec("All's well", probe, Duration.ofMillis(250), Optional.of("Well done."),
                Optional.of("Look again.")), Fixture.lab().apps());
    }
}

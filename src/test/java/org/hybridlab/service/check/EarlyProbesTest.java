package org.hybridlab.service.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.engine.Event;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.fake.FakeApi.Fault;
import org.hybridlab.fake.FakeService;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlyProbesTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    /** In which a thread would have begun. */
    private static final Duration A_WHILE = Duration.ofMillis(200);

    @TempDir
    private Path folder;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private HealthyLab lab;

    @BeforeEach
    void duo() {
        lab = lab("kubernetes: 1.36\n");
    }

    private HealthyLab lab(String kubernetes) {
        HealthyLab made = new HealthyLab(folder.resolve(Integer.toString(kubernetes.hashCode())), """
                name: duo
                provider: docker
                machines: [{name: control, role: control-plane}, {name: node}]
                """ + kubernetes);
        made.api.answers.put("/api/v1", """
                {"resources": [{"name": "namespaces", "kind": "Namespace", "verbs": ["patch"]},
                               {"name": "serviceaccounts", "kind": "ServiceAccount", "namespaced": true},
                               {"name": "services", "kind": "Service", "namespaced": true},
                               {"name": "pods", "kind": "Pod", "namespaced": true}]}""");
        return made;
    }

    @Test
    void probes_areMadeBesideLastWaits() {
        try (EarlyProbes early = up("node-joined/node", "node-ready/node", "system-pods-ready", "app-ready/web")) {
            done(early, "node-joined/node");
            awaitProbes("probe-control");
            done(early, "node-ready/node");
            awaitProbes("probe-control", "probe-node");
            done(early, "system-pods-ready");
        }
        assertThat(probes()).as("once").containsExactly("probe-control", "probe-node");
        assertThat(lab.api.calls()).last().asString().startsWith("delete /api/v1/namespaces/hybridlab-check-");
    }

    private void awaitProbes(String... names) {
        await().atMost(SOON).untilAsserted(() -> assertThat(probes()).containsExactly(names));
    }

    private List<String> probes() {
        return lab.api.calls().stream().filter(one -> one.startsWith("apply ") && one.contains("/pods/"))
                .map(one -> one.replaceFirst(".*/pods/", "")).toList();
    }

    /** `kubectl drain` stops at a pod without a controller. */
    @Test
    void stepThatIsLeft_isAwaited() {
        try (EarlyProbes early = up("node-joined/node", "machine-upgraded/node", "system-pods-ready")) {
            done(early, "node-joined/node");
            done(early, "system-pods-ready");
            never();
        }
        assertThat(lab.api.calls()).isEmpty();
    }

    @Test
    void failedRun_makesNone() {
        try (EarlyProbes early = up("node-joined/node", "system-pods-ready")) {
            early.on(finished("node-joined/node", Outcome.FAILED));
            done(early, "system-pods-ready");
            never();
        }
        assertThat(lab.api.calls()).isEmpty();
    }

    @Test
    void probesThatFail_failNothing() {
        lab.api.fail(Fault.UNREACHABLE);
        try (EarlyProbes early = up("node-joined/node")) {
            done(early, "node-joined/node");
            never();
            assertThat(early.probes()).as("the checks make them").isSameAs(early.probes());
        }
        assertThat(heard).isEmpty();
    }

    /** After the end nobody would take them away. */
    @Test
    void endedRun_makesNone() {
        EarlyProbes early = up("node-joined/node");
        early.close();
        done(early, "node-joined/node");
        never();
        assertThat(lab.api.calls()).isEmpty();
    }

    @Test
    void namespaceThatStays_isTold() {
        try (EarlyProbes early = up("node-joined/node")) {
            done(early, "node-joined/node");
            await().atMost(SOON).until(() -> lab.api.calls().stream().anyMatch(one -> one.contains("/services/probe")));
            lab.api.fail(Fault.REFUSES);
        }
        assertThat(heard).singleElement().asString().startsWith("The namespace hybridlab-check-")
                .endsWith(" with the checks' own pods is still there: Internal error (500).");
    }

    private void never() {
        await().during(A_WHILE).atMost(SOON).until(() -> lab.api.calls().stream().noneMatch(one ->
                one.startsWith("apply ")));
    }

    private EarlyProbes up(String... steps) {
        EarlyProbes early = EarlyProbes.ofUp(FakeService.in(folder, new LocalProcesses())
                .with(ServiceListener.lines(heard::add)), lab.labContext, true);
        early.on(new Event.RunStarted(Instant.EPOCH, "1", List.of(steps).stream().map(step ->
                new Event.PlannedStep(step, step, Optional.empty(), Set.of(), Duration.ZERO)).toList()));
        return early;
    }

    private static void done(EarlyProbes early, String step) {
        early.on(finished(step, Outcome.DONE));
    }

    private static Event finished(String step, Outcome outcome) {
        return new Event.StepFinished(Instant.EPOCH, step, outcome, 1, Duration.ZERO, "", Optional.empty());
    }
}

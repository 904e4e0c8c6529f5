package org.hybridlab.check.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.fake.Checkout;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How commands get into probe pods. That agnhost answers so is seen in real labs. */
class ProbePodsTest {
    /** Milliseconds after which a look is a new one. */
    private static final long SHARED = 120;
    private static final String NAMESPACE = "/api/v1/namespaces/checks";

    private final List<String> asked = new ArrayList<>();
    private final List<List<String>> executed = new ArrayList<>();
    private String host = "{\"output\":\"probe-node\\n\"}";
    private String page = "{}";
    private FakeApi api;
    private ProbePods probes;
    private Pod pod;

    @BeforeEach
    void onePod() {
        api = new FakeApi().with("/api/v1/namespaces", "{\"items\":[]}")
                .with("/api/v1/nodes", "{\"items\":[{\"metadata\":{\"name\":\"node\"}}]}")
                .with(NAMESPACE + "/pods", "{\"items\":[{\"metadata\":{\"name\":\"probe-node\"},\"status\":"
                        + "{\"phase\":\"Running\",\"containerStatuses\":[{\"ready\":true}]}}]}")
                .withPages((name, path) -> {
                    asked.add(name + " " + path);
                    return path.endsWith("=hostname") ? host : page;
                }).withCommands((name, command) -> {
                    executed.add(command);
                    return new ExecResult(0, "executed");
                });
        probes = new ProbePods(new Cluster(api), Checkout.TEMPLATES, List.of("node"), "agnhost:1",
                "checks", true);
        pod = probes.look().pods().get(0);
    }

    @Test
    void command_isRunByThePodsOwnServer() {
        page = "{\"output\":\"10.96.0.1\\n\"}";

        assertThat(run("dig", "+short", "a b&c")).isEqualTo(new ExecResult(0, "10.96.0.1\n"));
        assertThat(asked).containsExactly("probe-node /shell?shellCommand=hostname",
                "probe-node /shell?shellCommand=dig+%2Bshort+%27a+b%26c%27");
        assertThat(executed).isEmpty();
    }

    @Test
    void commandThatFails_hasItsCode() {
        page = "{\"output\":\"curl: (7) refused\\n\",\"error\":\"exit status 7\"}";
        assertThat(run("curl")).isEqualTo(new ExecResult(7, "curl: (7) refused\n"));

        page = "{}";
        assertThat(run("true")).isEqualTo(new ExecResult(0, ""));
    }

    /** The API server of a cluster need not have a way to its pods. */
    @Test
    void podOutOfReach_isAskedByKubelet() {
        host = null;

        assertThat(run("dig", "name").output()).isEqualTo("executed");
        assertThat(run("dig", "other").output()).isEqualTo("executed");

        assertThat(asked).as("asked once, and shortly").containsExactly("probe-node /shell?shellCommand=hostname");
        assertThat(executed).containsExactly(List.of("dig", "name"), List.of("dig", "other"));
    }

    /** Two of one address, as a broken pod network may have it. */
    @Test
    void anotherPodThatAnswers_isNotIt() {
        host = "{\"output\":\"probe-other\\n\"}";

        assertThat(run("dig").output()).isEqualTo("executed");
    }

    @Test
    void killedCommand_isRunByTheKubelet() {
        page = "{\"error\":\"signal: killed\"}";

        assertThat(run("dig").output()).isEqualTo("executed");
    }

    @Test
    void lookOfAMoment_isShared() {
        assertThat(probes.look()).isSameAs(probes.look());
        assertThat(probes.look().isComplete()).as("its pod is ready").isTrue();
        assertThat(new ProbePods.Look(List.of(), List.of()).isComplete()).as("no node to look from").isFalse();
        assertThat(Optional.of(probes.look()).map(ProbePods.Look::nodes)).contains(List.of("node"));
    }

    /** As one that joins while others are looked from already. */
    @Test
    void nodeThatComesLater_getsItsPod() {
        FakeApi growing = new FakeApi().with("/api/v1/namespaces", "{\"items\":[]}")
                .with("/api/v1/nodes", "{\"items\":[]}").with(NAMESPACE + "/pods", "{\"items\":[]}");
        ProbePods later = new ProbePods(new Cluster(growing), Checkout.TEMPLATES, List.of("node"),
                "agnhost:1", "checks", true);
        later.make(node -> true);
        assertThat(growing.told()).noneMatch(one -> one.contains("/pods/")).isNotEmpty();

        growing.with("/api/v1/nodes", "{\"items\":[{\"metadata\":{\"name\":\"node\"}}]}");
        later.look();
        assertThat(growing.told()).anyMatch(one -> one.contains("/pods/probe-node"));

        int told = growing.told().size();
        later.make(node -> true);
        assertThat(growing.told()).as("once").hasSize(told);
    }

    /** A kubelet that probes it earlier pauses for a second. */
    @Test
    void podWithShell_hasStarted_onceItListens() {
        FakeApi other = new FakeApi().with("/api/v1/namespaces", "{\"items\":[]}")
                .with("/api/v1/nodes", "{\"items\":[{\"metadata\":{\"name\":\"node\"}}]}");
        new ProbePods(new Cluster(other), Checkout.TEMPLATES, List.of("node"), "agnhost:1", "checks", false)
                .make(node -> true);

        assertThat(api.told()).anyMatch(one -> one.contains("postStart"));
        assertThat(other.told()).anyMatch(one -> one.contains("/pods/probe-node"))
                .noneMatch(one -> one.contains("postStart"));
    }

    /** As a drain does. */
    @Test
    void podThatWasEvicted_isMadeAgain() throws InterruptedException {
        api.with(NAMESPACE + "/pods", "{\"items\":[]}");
        int told = api.told().size();
        Thread.sleep(SHARED);
        probes.look();
        assertThat(api.told()).as("seen to be gone").hasSize(told);

        Thread.sleep(SHARED);
        probes.look();
        assertThat(api.told().subList(told, api.told().size())).anyMatch(one -> one.contains("/pods/probe-node"));
        int again = api.told().size();
        Thread.sleep(SHARED);
        probes.look();
        assertThat(api.told()).as("one that was not seen yet is there").hasSize(again);
    }

    @Test
    void podsNeverMade_areNotTakenAway() {
        FakeApi untouched = new FakeApi();
        ProbePods none = new ProbePods(new Cluster(untouched), Checkout.TEMPLATES, List.of("node"),
                "agnhost:1", "checks", true);
        assertThat(none.end()).isEmpty();
        assertThat(untouched.told()).isEmpty();
    }

    private ExecResult run(String... words) {
        return probes.shell(pod, Duration.ofSeconds(1), List.of(words));
    }
}

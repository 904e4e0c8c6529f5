package org.hybridlab.cluster.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Cluster.LeaderLeases;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What we see in a real cluster's own JSON. */
class ViewsTest {
    private final FakeApi api = new FakeApi().with("/api/v1/nodes", Recording.of("nodes"))
            .with("/api/v1/pods", Recording.of("pods"));
    private final Cluster cluster = new Cluster(api);

    @Test
    void seesNodesWithTheirAddressesAndPodNetworks() {
        Node control = cluster.nodes().get(0);
        assertThat(control.name()).isEqualTo("control");
        assertThat(control.addresses()).containsExactly("192.168.99.11");
        assertThat(control.ready()).isTrue();
        assertThat(control.readiness()).isEqualTo("KubeletReady");
        assertThat(control.podCidr()).contains("10.244.0.0/24");
        assertThat(control.kubelet()).isEqualTo("v" + KubernetesBranch.newest().newestVersion());
        assertThat(control.os()).isEqualTo("linux");
        assertThat(control.simulated()).isFalse();
    }

    @Test
    void seesWhichNodeKeepsOrdinaryPodsOff() {
        assertThat(cluster.nodes()).extracting(Node::hasControlPlaneTaint).containsExactly(true, false);
        assertThat(cluster.nodes().get(0).taints())
                .containsExactly(new Taint("node-role.kubernetes.io/control-plane", "NoSchedule"));
    }

    @Test
    void saysWhyANodeIsNotReady() {
        String down = Recording.of("nodes")
                .replace("\"reason\": \"KubeletReady\",\n                        \"status\": \"True\"",
                "\"reason\": \"KubeletNotReady\",\n                        \"status\": \"False\"");
        Node node = new Cluster(new FakeApi().with("/api/v1/nodes", down)).nodes().get(0);
        assertThat(node.ready()).isFalse();
        assertThat(node.readiness()).isEqualTo("kubelet is posting ready status");
    }

    @Test
    void seesPodsWithTheirNodesAndOwners() {
        List<Pod> pods = cluster.pods();
        assertThat(pods).filteredOn(pod -> pod.namespace().equals("kube-system")).hasSize(8);
        Pod flannel = pods.stream().filter(pod -> pod.namespace().equals("kube-flannel")).findFirst().orElseThrow();
        assertThat(flannel.ready()).isTrue();
        assertThat(flannel.readiness()).isEqualTo("ready");
        assertThat(flannel.owner()).contains("DaemonSet/kube-flannel-ds");
        assertThat(flannel.labels()).containsEntry("app", "flannel");
        assertThat(flannel.node()).contains("node");
        assertThat(flannel.ip()).contains("192.168.99.12");
        assertThat(flannel.restarts()).isZero();
        assertThat(flannel.lastRestart()).isEmpty();
    }

    @Test
    void podView_seesCrashes_andTheLastTime() {
        Pod crashing = Pod.of(JsonMapper.shared().readTree(Recording.of("pod-crash-loop")));
        assertThat(crashing.ready()).isFalse();
        assertThat(crashing.readiness()).isEqualTo("crasher: exited with 1");
        assertThat(crashing.restarts()).isEqualTo(2);
        assertThat(crashing.lastRestart()).contains(Instant.parse("2026-11-21T12:57:12Z"));
    }

    /** As containerd 2.3 tells of it after its machine was switched off; it says when containerd found out. */
    @Test
    void container_goneWithItsMachine_didNotCrash() {
        Pod pod = Pod.of(JsonMapper.shared().readTree("""
                {"metadata":{"name":"web","namespace":"default"},"status":{"phase":"Running","containerStatuses":[
                  {"name":"web","ready":true,"restartCount":1,"state":{"running":{}},"lastState":{"terminated":
                    {"exitCode":255,"reason":"Unknown","finishedAt":"2026-11-21T12:57:12Z"}}}]}}"""));

        assertThat(pod.restarts()).isEqualTo(1);
        assertThat(pod.lastRestart()).isEmpty();
    }

    /** Whether containerd saw it end is a matter of luck; the times are of a real halt. */
    @ParameterizedTest
    @CsvSource({"2026-11-26T04:41:32Z, True, false", "2026-11-26T04:41:25Z, True, true",
            "2026-11-26T04:41:32Z, False, true"})
    void container_endedBeforeItsSandbox_didNotCrash(String sandbox, String ready, boolean crashed) {
        Pod pod = Pod.of(JsonMapper.shared().readTree("""
                {"metadata":{"name":"coredns","namespace":"kube-system"},"status":{"phase":"Running","conditions":[
                  {"type":"Ready","status":"True","lastTransitionTime":"2026-11-26T04:41:34Z"},
                  {"type":"PodReadyToStartContainers","status":"%s","lastTransitionTime":"%s"}],
                  "containerStatuses":[{"name":"coredns","ready":true,"restartCount":4,
                    "state":{"running":{"startedAt":"2026-11-26T04:41:33Z"}},"lastState":{"terminated":{"exitCode":137,
                    "reason":"Error","startedAt":"2026-11-26T04:41:15Z","finishedAt":"2026-11-26T04:41:25Z"}}}]}}"""
                .formatted(ready, sandbox)));

        // Since when it runs: a kubelet lets minutes pass before it starts one again that crashed often.
        assertThat(pod.lastRestart()).isEqualTo(crashed ? Optional.of(Instant.parse("2026-11-26T04:41:33Z"))
                : Optional.empty());
    }

    @Test
    void leases_ofGoneLeaders_endAtOnceAlone() {
        String path = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/";
        FakeApi api = new FakeApi().at(Instant.parse("2026-11-21T12:00:20Z"))
                .with(path + "kube-controller-manager", "{\"spec\":{\"renewTime\":\"2026-11-21T12:00:01.5Z\"}}")
                .with(path + "kube-scheduler", "{\"spec\":{\"renewTime\":\"2026-11-21T12:00:19.5Z\"}}");

        new LeaderLeases(api).endLeft(line -> { });

        assertThat(api.told()).singleElement().asString().contains("delete", "kube-controller-manager");
    }

    @Test
    void saysWhyAPodIsNowhere() {
        Pod pod = Pod.of(JsonMapper.shared().readTree("""
                {"metadata":{"name":"web","namespace":"default"},"status":{"phase":"Pending","conditions":[
                  {"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"0/2 nodes fit"}]}}"""));
        assertThat(pod.readiness()).isEqualTo("Unschedulable: 0/2 nodes fit");
        assertThat(pod.node()).isEmpty();
    }
}

package org.hybridlab.check.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.Recording;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.Test;

class NodesReadyTest {
    private final Fixture fixture = new Fixture();

    @Test
    void machines_readyAtTheirAddresses_pass() {
        Verdict verdict = judged();
        assertThat(verdict.outcome()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.evidence()).contains("control: Ready, at 192.168.99.11, kubelet v"
                + KubernetesBranch.newest().newestVersion());
    }

    /** As in every lab whose kubelets were not told which of two network cards to use. */
    @Test
    void node_atAnotherCardsAddress_fails() {
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replace("192.168.99.12", "172.17.0.3"));
        Verdict verdict = judged();
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.message()).isEqualTo("node is a node at 172.17.0.3 instead of 192.168.99.12");
    }

    /** The API server calls the node Ready for 40 s after that. */
    @Test
    void faultOfMachine_whileNodesAreReady_fails() {
        fixture.faults = () -> List.of("node: kubelet does not run (it is inactive)");
        assertThat(judged().message()).isEqualTo("node: kubelet does not run (it is inactive)");
    }

    @Test
    void apiServer_thatIsNotReady_fails() {
        fixture.api.fail(FakeApi.Fault.UNREACHABLE);
        assertThat(judged().message()).isEqualTo("The API server does not answer.");
    }

    @Test
    void failsIfAMachineHasNotJoined() {
        AtomicInteger looks = new AtomicInteger();
        fixture.faults = () -> {
            looks.incrementAndGet();
            return List.of();
        };
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replace("\"name\": \"node\"", "\"name\": \"other\""));
        assertThat(judged().message()).isEqualTo("node is not a node of the cluster");
        assertThat(looks).as("no kubelet makes its node again").hasValue(1);
    }

    @Test
    void node_notReady_failsWithTheKubeletsWords() {
        fixture.api.with("/api/v1/nodes", Recording.of("nodes")
                .replaceAll("(?s)\"status\": \"True\",(\\s+\"type\": \"Ready\")", "\"status\": \"Unknown\",$1")
                .replace("kubelet is posting ready status", "Kubelet stopped posting node status."));
        assertThat(judged().message()).contains("control is not Ready: Kubelet stopped posting node status.");
    }

    @Test
    void kubelet_ofAnotherVersion_fails() {
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replaceFirst("\"kubeletVersion\": \"v[^\"]+\"",
                "\"kubeletVersion\": \"v1.35.4\""));
        assertThat(judged().message()).isEqualTo("control runs the kubelet v1.35.4 instead of v"
                + KubernetesBranch.newest().newestVersion());
    }

    /** Kubernetes calls it Ready for most of a minute. */
    @Test
    void failsIfAKubeletHasFallenSilent() {
        fixture.api.with("/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases", """
                {"items":[{"metadata":{"name":"node","managedFields":[{"manager":"kubelet",\
                "time":"2026-11-21T12:31:28Z",
                 "fieldsV1":{"f:spec":{"f:renewTime":{}}}}]},"spec":{"renewTime":"2026-11-21T12:31:28.1Z"}}]}""");
        assertThat(judged().message()).isEqualTo("node is Ready, but its kubelet was last heard of 32 s ago");
    }

    /** That is somebody's choice, and a machine of somebody else is none of the lab's. */
    @Test
    void check_withCordonedOrForeignNode_passes() {
        String nodes = Recording.of("nodes").replaceFirst("\"spec\": \\{", "\"spec\": {\"unschedulable\": true,");
        fixture.api.with("/api/v1/nodes", nodes.replaceFirst("\"items\": ?\\[", """
                "items":[{"metadata":{"name":"guest"},"spec":{},"status":{"conditions":[{"type":"Ready",\
                "status":"False"}]}},"""));
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void cannotJudgeNodesOnWhichNothingRuns() {
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replaceFirst("\"annotations\": \\{",
                "\"annotations\": {\"kwok.x-k8s.io/node\": \"fake\","));
        Verdict verdict = judged();
        assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(verdict.source()).isEqualTo(EvidenceSource.SIMULATED);
        assertThat(verdict.message()).startsWith("Nothing runs on the simulated control");
    }

    private Verdict judged() {
        return new NodesReady().judge(fixture.context());
    }
}

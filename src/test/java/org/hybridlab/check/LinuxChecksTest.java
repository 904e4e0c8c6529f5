package org.hybridlab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.cluster.ClusterDns;
import org.hybridlab.check.cluster.NodePortReachable;
import org.hybridlab.check.cluster.PodNetwork;
import org.hybridlab.check.cluster.PodsStart;
import org.hybridlab.check.cluster.ServiceReachable;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.ExecResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The checks that look from pods on Linux nodes, of a fake cluster: labs that look well and are not, and labs that look
 * odd and are well.
 */
class LinuxChecksTest {
    private static final String PROBES = "/api/v1/namespaces/hybridlab-check-test/";
    private static final String POD = """
            {"metadata":{"name":"probe-%s","namespace":"any"},"spec":{"nodeName":"%s"},"status":{"phase":"%s",\
            "podIP":"%s",
             "reason":"%s","containerStatuses":[{"name":"probe","ready":%s,"state":{"running":{}}}]}}""";

    private final Fixture fixture = new Fixture();
    /** What a command in a pod prints, by the pod and the first word that tells commands apart. */
    private final Map<String, String> prints = new HashMap<>();

    static Stream<Check> checks() {
        return Stream.of(new PodsStart(), new PodNetwork(), new ClusterDns(), new ServiceReachable(),
                new NodePortReachable());
    }

    @BeforeEach
    void aClusterThatIsWell() {
        fixture.api.with("/api/v1", "{\"resources\":[{\"name\":\"namespaces\",\"kind\":\"Namespace\"},"
                + "{\"name\":\"pods\",\"kind\":\"Pod\",\"namespaced\":true},"
                + "{\"name\":\"services\",\"kind\":\"Service\",\"namespaced\":true}]}")
                .with("/api/v1/namespaces", "{\"items\":[]}")
                .with(PROBES + "services/probe",
                "{\"spec\":{\"clusterIP\":\"10.96.0.7\",\"ports\":[{\"nodePort\":31001}]}}")
                .with(PROBES + "events", "{\"items\":[]}")
                .withCommands((pod, command) -> new ExecResult(0, prints.getOrDefault(pod + " " + command.get(0), "")));
        pods(pod("control", "10.244.0.5"), pod("node", "10.244.1.5"));
        prints.putAll(Map.of("probe-control env", "10.244.1.5:8080 3000 probe-node\n",
                "probe-node env", "10.244.0.5:8080 3000 probe-control\n",
                "probe-control dig", "10.96.0.1\n", "probe-node dig", "10.96.0.1\n",
                "probe-control sh", "probe-node\nprobe-control\n", "probe-node sh", "probe-control\nprobe-node\n"));
        fixture.pages.putAll(Map.of("192.168.99.11:31001", "200 probe-node", "192.168.99.12:31001", "200 probe-node"));
    }

    @ParameterizedTest
    @MethodSource("checks")
    void passesWhereAllIsWell(Check check) {
        Verdict verdict = check.judge(fixture.context());
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
    }

    /** The others cannot look from there, and say so. */
    @ParameterizedTest
    @MethodSource("checks")
    void failsIfAPodIsNotReady(Check check) {
        pods(pod("control", "10.244.0.5"), pod("node", "10.244.1.5").replace("true", "false"));
        assertThat(check.judge(fixture.context()).outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void pod_withAddressOfAnotherNetwork_fails() {
        pods(pod("control", "10.244.0.5"), pod("node", "172.17.0.9"));
        assertThat(words(new PodsStart()))
                .isEqualTo("the pod on node has the address 172.17.0.9, which is not in 10.244.0.0/16");
    }

    /** Of a kubelet that takes no more pods, though its node is Ready. */
    @Test
    void pod_turnedAway_failsWithTheKubeletsReason() {
        pods(pod("control", "10.244.0.5"), POD.formatted("node", "node", "Failed", "", "OutOfpods", "false")
                .replaceAll(",\\s*\"containerStatuses.*]", ""));
        assertThat(words(new PodsStart())).isEqualTo("the pod on node is not ready: OutOfpods");
    }

    /** Pods of earlier runs, or whatever else somebody puts into a namespace with a name like that. */
    @Test
    void passesBesidePodsThatAreNoProbes() {
        pods(pod("control", "10.244.0.5"), pod("node", "10.244.1.5"),
                POD.formatted("x", "node", "Succeeded", "", "", "false"));
        assertThat(new PodsStart().judge(fixture.context()).outcome()).isEqualTo(Outcome.PASSED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.244.0.5:8080 0 curl: (28) timed out | from node to control (10.244.0.5:8080): curl: (28) timed out
            10.244.0.5:8080 3000 probe-node        | from node to control (10.244.0.5:8080): probe-node
            10.244.0.5:8080 3000 nginx             | from node to control (10.244.0.5:8080): nginx
            10.244.0.5:8080 0 probe-control        | from node to control (10.244.0.5:8080): answers, but 3000 bytes \
            at once do not get through
            10.244.0.5:8080 1378 probe-control     | from node to control (10.244.0.5:8080): answers, but 3000 bytes \
            at once do not get through
            sh: curl: not found                    | from node to control (10.244.0.5:8080): no answer
            """)
    void oneWayBetweenPods_thatIsBroken_fails(String prints, String words) {
        this.prints.put("probe-node env", prints + "\n");
        assertThat(words(new PodNetwork())).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"'', no such name", "10.96.0.10, 10.96.0.10", "';; communications error to 10.96.0.10#53: timed out', "
            + "';; communications error to 10.96.0.10#53: timed out'"})
    void dns_answeringDifferentlyOnOneNode_fails(String prints, String seen) {
        this.prints.put("probe-node dig", prints + "\n");
        assertThat(words(new ClusterDns()))
                .isEqualTo("kubernetes.default.svc.cluster.local. on node: %s; kubernetes.default on node: %s"
                .formatted(seen, seen));
    }

    /** An address that another program has, on the same node, answers too. */
    @Test
    void failsIfSomebodyElseAnswersForAService() {
        prints.put("probe-node sh", "probe-node\nproxy\n");
        assertThat(words(new ServiceReachable())).isEqualTo("from node to 10.96.0.7: probe-node, proxy");
        fixture.pages.put("192.168.99.12:31001", "200 <html>a router's page</html>");
        assertThat(words(new NodePortReachable()))
                .isEqualTo("node (192.168.99.12:31001): <html>a router's page</html>");
    }

    @Test
    void failsIfAServiceAnswersNotAlways() {
        fixture.api.withCommands((pod, command) -> pod.equals("probe-node")
                ? new ExecResult(28, "probe-node\ncurl: (28) timed out\n") : new ExecResult(0, "probe-node\n"));
        assertThat(words(new ServiceReachable())).startsWith("from node to 10.96.0.7: curl: (28) timed out");
    }

    /** Which of the pods answers is chance. */
    @Test
    void passesIfTheSamePodAnswersEachTime() {
        prints.put("probe-node sh", "probe-node\nprobe-node\nprobe-node\nprobe-node\n");
        assertThat(new ServiceReachable().judge(fixture.context()).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void nodePort_silentOnOneMachine_fails() {
        fixture.pages.remove("192.168.99.12:31001");
        assertThat(words(new NodePortReachable())).isEqualTo("node (192.168.99.12:31001): connection refused");
    }

    private String words(Check check) {
        Verdict verdict = check.judge(fixture.context());
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.FAILED);
        return verdict.message();
    }

    private static String pod(String node, String address) {
        return POD.formatted(node, node, "Running", address, "", "true");
    }

    private void pods(String... pods) {
        fixture.api.with(PROBES + "pods", "{\"items\":[" + List.of(pods).stream().collect(Collectors.joining(","))
                + "]}");
    }
}

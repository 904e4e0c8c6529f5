package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A hybrid lab on docker: its Linux machine is real, its Windows machine a node that kwok plays. What is proven is what
 * Kubernetes' own scheduler and API server make of such a node; nothing about Windows.
 */
@Tag("real")
@Tag("docker")
class SimulatedWindowsTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-hybrid", "hybrid");
    private static final Duration SOON = Duration.ofMinutes(1);
    private static Result up;

    @BeforeAll
    static void up() {
        up = LAB.call("up", "--provider", "docker", "--simulate-windows");
    }

    @Test
    void lab_comesUp_withUnjudgedChecks() {
        assertThat(up.exitCode()).as(up.stdout() + up.stderr()).isEqualTo(5);
        assertThat(up.stderr())
                .contains("Simulated, as you asked: win.", "nobody has run them on Windows yet");
        assertThat(up.stdout()).contains("0 failed", "simulated: nothing runs there");
    }

    @Test
    void simulatedNode_looksLikeWindows_andSaysSimulated() {
        JsonNode node = kubectl("get", "node", "win", "-o", "json");

        assertThat(node.at("/metadata/labels/kubernetes.io~1os").asString()).isEqualTo("windows");
        assertThat(node.at("/metadata/labels/node.kubernetes.io~1windows-build").asString()).isEqualTo("10.0.20348");
        assertThat(node.at("/spec/podCIDR").asString()).startsWith("10.244.");
        assertThat(node.at("/status/nodeInfo/osImage").asString()).contains("simulated");
        assertThat(LAB.must("status").stdout()).containsPattern("(?m)^win .* simulated +Ready\\b")
                .contains("no difference found");
        assertThat(LAB.call("ssh", "win").stderr()).contains("[machine-simulated]");
    }

    /** The controller manager gives up on a node whose lease nobody renews for 40 seconds. */
    @Test
    void kwokKeepsRenewingTheLeaseOfTheNode() {
        String first = renewed();
        await("the lease of win is renewed").atMost(SOON).until(() -> !renewed().equals(first));
    }

    private static String renewed() {
        return LAB.must("kubectl", "-n", "kube-node-lease", "get", "lease", "win", "-o", "jsonpath={.spec.renewTime}")
                .stdout();
    }

    @Test
    void appHalves_areWhereTheyBelong() {
        assertThat(nodesOf("app=numbers,component=api")).containsExactly("win");
        assertThat(nodesOf("app=numbers,component=web")).containsExactly("control");
    }

    @Test
    void linuxPod_withoutSelector_avoidsTheWindowsNode() {
        LAB.must("kubectl", "create", "deployment", "plain", "--image=registry.k8s.io/pause:3.10.2", "--replicas=8");
        await("eight pods have a node").atMost(SOON).until(() -> nodesOf("app=plain").size() == 8);

        assertThat(nodesOf("app=plain")).containsOnly("control");
        LAB.must("kubectl", "delete", "deployment", "plain", "--wait=false");
    }

    @Test
    void windowsPod_withoutToleration_waitsBecauseOfTaint() {
        assertThat(kubectl("get", "node", "win", "-o", "json").at("/spec/taints").valueStream()
                .map(taint -> taint.get("key").asString() + "=" + taint.get("value").asString()))
                .containsExactly("os=windows");
        assertThat(waitsBecause("intolerant", "spec: {nodeSelector: {kubernetes.io/os: windows}, "
                + "containers: [{name: it, image: any}]}")).contains("1 node(s) had untolerated taint(s)");
    }

    @Test
    void podForAnotherWindowsBuild_waitsForNode() {
        assertThat(waitsBecause("newer", "spec: {nodeSelector: {node.kubernetes.io/windows-build: 10.0.26100}, "
                + "tolerations: [{operator: Exists}], containers: [{name: it, image: any}]}"))
                .contains("didn't match Pod's node affinity/selector");
    }

    private static String waitsBecause(String name, String spec) {
        Path file = write(name + ".yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + "}\n" + spec + "\n");
        LAB.must("kubectl", "apply", "-f", file.toString());
        String condition = "jsonpath={.status.conditions[?(@.type=='PodScheduled')].message}";
        await(name + " is looked at").atMost(SOON).until(() ->
                !LAB.must("kubectl", "get", "pod", name, "-o", condition).stdout().isBlank());
        return LAB.must("kubectl", "get", "pod", name, "-o", condition).stdout();
    }

    @Test
    void imageOfAnotherBuild_isRefused_beforehand() throws IOException {
        RealLab wrong = RealLab.copyOf("first-hybrid", "wrong-build");
        Path app = wrong.folder().resolve("apps/numbers.yaml.ftl");
        Files.writeString(app, Files.readString(app).replaceFirst("image: \\[=agnhostImage\\]",
                "image: mcr.microsoft.com/windows/nanoserver:ltsc2025"));

        Result refused = wrong.call("up", "--provider", "docker", "--simulate-windows");

        assertThat(refused.exitCode()).as(refused.stderr()).isEqualTo(2);
        assertThat(refused.stderr()).contains("[image-build]", "Take its image for ltsc2022");
        assertThat(wrong.workspace().resolve("Vagrantfile")).doesNotExist();
    }

    /** Nothing runs on a simulated node: what its kubelet would say of such an image, this test says for it. */
    @Test
    void anImageOfAnotherBuildIsExplainedAfterwards() {
        waitsBecause("wrong-build", "spec: {nodeSelector: {node.kubernetes.io/windows-build: 10.0.26100}, "
                + "containers: [{name: it, image: any}]}");
        LAB.must("kubectl", "create", "-f", write("event.yaml", """
                apiVersion: v1
                kind: Event
                metadata: {generateName: said-by-a-test-, namespace: default}
                involvedObject: {apiVersion: v1, kind: Pod, namespace: default, name: wrong-build}
                type: Warning
                reason: Failed
                message: "Error: The container operating system does not match the host operating system."
                lastTimestamp: "%s"
                """.formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS))).toString());

        assertThat(LAB.call("diagnose").stdout()).contains("image-other-windows-build");
        LAB.must("kubectl", "delete", "pod", "wrong-build", "--wait=false");
    }

    @Test
    void report_countsUnjudgedChecks_andNoFailures() {
        JsonNode report = LAB.json("check");

        assertThat(report.get("simulated")).extracting(JsonNode::asString).containsExactly("win");
        assertThat(report.get("proof").asString()).contains("nobody has run them on Windows");
        assertThat(report.at("/summary/exitCode").asInt()).as(report.toPrettyString()).isEqualTo(5);
        assertThat(outcomes(report, "passed")).contains("pods-start", "dns", "service", "node-port",
                "lab/the-linux-half-of-numbers-is-ready");
        assertThat(outcomes(report, "not-judged")).containsExactly("nodes", "windows-versions", "hns-network",
                "hns-policies", "source-vip", "windows-pods-start", "hybrid-pod-network", "hybrid-service",
                "windows-dns",
                "hybrid-node-port", "windows-outbound", "app/numbers", "lab/the-windows-half-of-numbers-is-ready");
    }

    private static List<String> outcomes(JsonNode report, String outcome) {
        return report.get("checks").valueStream().filter(check -> check.get("outcome").asString().equals(outcome))
                .map(check -> check.get("id").asString()).toList();
    }

    private static List<String> nodesOf(String selector) {
        return LAB.must("kubectl", "get", "pods", "-l", selector, "-o",
                        "jsonpath={range .items[?(@.spec.nodeName)]}{.spec.nodeName}{'\\n'}{end}").stdout().lines()
                .toList();
    }

    private static JsonNode kubectl(String... words) {
        return JsonMapper.shared().readTree(LAB.must("kubectl", words).stdout());
    }

    private static Path write(String name, String text) {
        return unchecked(() -> Files.writeString(LAB.folder().resolve(name), text));
    }
}

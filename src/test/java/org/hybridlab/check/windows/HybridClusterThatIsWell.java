package org.hybridlab.check.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.check.Checks;
import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.Lab;
import org.junit.jupiter.api.BeforeEach;

/**
 * A fake cluster of a Linux and a Windows machine that is well, until a test says otherwise. In a real one,
 * a broken route changes several answers; a test replaces one.
 */
abstract class HybridClusterThatIsWell {
    static final Path FIRST_HYBRID = Path.of("labs/first-hybrid/lab.yaml");
    static final String NODE = """
            {"metadata": {"name": "%s", "labels": {"node.kubernetes.io/windows-build": "10.0.20348"}, "annotations": \
            {%s}},
             "spec": {"podCIDR": "%s"}, "status": {"addresses": [{"type": "InternalIP", "address": "%s"}],
             "nodeInfo": {"kubeletVersion": "vNEWEST", "kernelVersion": "10.0.20348.2849", "operatingSystem": "%s"},
             "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]}}""".replace("NEWEST",
            KubernetesBranch.newest().newestVersion().toString());
    static final String POD = """
            {"items": [{"metadata": {"name": "%s", "namespace": "any"}, "spec": {"nodeName": "%s"}, "status": \
            {"phase": "Running",
             "podIP": "%s", "containerStatuses": [{"name": "probe", "ready": true, "state": {"running": {}}}]}}]}""";
    static final String FRONT = """
            {"spec": {"clusterIP": "%s", "ports": [{"nodePort": %d}]}}""";
    static final String LINUX = "/api/v1/namespaces/hybridlab-check-test/";
    static final String WINDOWS = "/api/v1/namespaces/hybridlab-check-test-windows/";
    static final String FULL_NAME = "http://probe.hybridlab-check-test.svc.cluster.local/hostname";

    /** What kube-proxy has to tell Windows, and what it has not. */
    static final String SERVICES = """
            {"items": [{"metadata": {"name": "kubernetes", "namespace": "default"}, "spec": {"clusterIP": "10.96.0.1", \
            "ports": [{"name": "https", "port": 443, "protocol": "TCP"}]}},
             {"metadata": {"name": "kube-dns", "namespace": "kube-system"}, "spec": {"clusterIP": "10.96.0.10", \
            "ports": [{"name": "dns", "port": 53, "protocol": "UDP"}, {"name": "tcp", "port": 53}]}},
             %s]}""";
    static final String SLICES = """
            {"items": [{"metadata": {"name": "kubernetes", "namespace": "default", "labels": \
            {"kubernetes.io/service-name": "kubernetes"}}, "addressType": "IPv4", "ports": [{"name": "https"}], \
            "endpoints": [{"addresses": ["192.168.99.11"], "conditions": {"ready": true}}]},
             {"metadata": {"name": "dns-x", "namespace": "kube-system", "labels": {"kubernetes.io/service-name": \
            "kube-dns"}}, "addressType": "IPv4", "ports": [{"name": "dns"}, {"name": "tcp"}], \
            "endpoints": [{"addresses": ["10.244.0.9"]}]},
             %s]}""";
    /** Of a namespace any: type and address, a label, and whose endpoint it has; in the order of what is quoted. */
    static final String SERVICE = """
            {"metadata": {"name": "web", "namespace": "any", "labels": {%s}}, "spec": {%s, \
            "ports": [{"port": 80, "protocol": "%s"}]}}""";
    static final String SLICE = """
            {"metadata": {"name": "web-1", "namespace": "any", "labels": {"kubernetes.io/service-name": "web"}}, \
            "addressType": "%s", "ports": [{"port": 8080}], "endpoints": [%s]}""";
    final Fixture fixture = new Fixture();
    /** Of pages that pods ask for, by node and address. */
    final Map<String, String> answers = new HashMap<>();

    static List<WindowsCheck> checks() {
        return Stream.concat(Stream.of(new WindowsRoutes()), Checks.of(lab()).stream()
                .filter(WindowsCheck.class::isInstance).map(WindowsCheck.class::cast)).toList();
    }

    static Lab lab() {
        return LabFile.read(FIRST_HYBRID, Cidr.parse("192.168.99.0/24")).orThrow();
    }

    ExecResult asked(String pod, List<String> command) {
        String url = command.get(command.size() - 1).replaceFirst("^https?://", "");
        return new ExecResult(0, answers.getOrDefault(pod.replace("probe-", "") + " " + url, "nobody asks that"));
    }

    @BeforeEach
    void aHybridClusterThatIsWell() {
        fixture.api.withCommands(this::asked);
        nodes("");
        fixture.api.with("/api/v1", """
                {"resources": [{"name": "namespaces", "kind": "Namespace"}, {"name": "pods", "kind": "Pod", \
                "namespaced": true},
                 {"name": "services", "kind": "Service", "namespaced": true}]}""")
                .with("/api/v1/services", SERVICES.formatted("{}"))
                .with("/apis/discovery.k8s.io/v1/endpointslices", SLICES.formatted("{}"))
                .with("/api/v1/namespaces", "{\"items\": []}").with("/api/v1/pods", "{\"items\": []}")
                .with(LINUX + "pods", POD.formatted("probe-control", "control", "10.244.0.5"))
                .with(WINDOWS + "pods", POD.formatted("probe-win", "win", "10.244.1.5"))
                .with(LINUX + "services/probe", FRONT.formatted("10.96.0.21", 31001))
                .with(WINDOWS + "services/probe", FRONT.formatted("10.96.0.22", 31002));
        says("control", "10.244.1.5:8080/hostname", "probe-win");
        says("control", "10.96.0.22/hostname", "probe-win");
        says("win", "10.244.0.5:8080/hostname", "probe-control");
        says("win", "10.96.0.21/hostname", "probe-control");
        says("win", FULL_NAME, "probe-control");
        says("win", "https://192.168.99.11:6443/version", "{\"gitVersion\": \"v"
                + KubernetesBranch.newest().newestVersion() + "\"}");
        fixture.pages.putAll(Map.of("192.168.99.11:31002", "200 probe-win", "192.168.99.12:31002", "200 probe-win",
                "192.168.99.12:31001", "200 probe-control"));
        fixture.facts = List.of("network|flannel.4096|Overlay|10.244.1.0/24|192.168.99.12|lab",
                "adapter|Ethernet|other", "adapter|lab|own", "policies|7", "policy|10.96.0.1|6|443",
                "policy|10.96.0.10|17|53", "policy|10.96.0.10|6|53", "interface|192.168.99.12|vEthernet (lab)",
                "address|10.244.1.2|kube-proxy source-vip", "address|10.244.1.5|4fe1", "endpoint||10.244.1.2",
                        "endpoint|pod|10.244.1.5",
                "route|10.244.0.0/24|192.168.99.11|vEthernet (lab)");
    }

    void nodes(String annotations) {
        String control = NODE.formatted("control", "", "10.244.0.0/24", "192.168.99.11", "linux");
        String win = NODE.formatted("win", annotations, "10.244.1.0/24", "192.168.99.12", "windows");
        fixture.api.with("/api/v1/nodes", "{\"items\": [%s, %s]}".formatted(control, win))
                .with("/api/v1/nodes/win", win).with("/api/v1/nodes/control", control);
    }

    void says(String node, String url, String answer) {
        answers.put(node + " " + url.replaceFirst("^https?://", ""), answer);
    }

    Verdict judged(Check check) {
        return check.judge(fixture.context(lab(), Map.of()));
    }

    Verdict judged(String id) {
        return judged(checks().stream().filter(check -> check.id().equals(id)).findFirst().orElseThrow());
    }

    void assertFailed(String id, String words) {
        Verdict verdict = judged(id);

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.message()).contains(words).contains("hybridlab diagnose");
    }
}

package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole Windows path of {@code up}, through real Vagrant and real ssh, into a real cluster; the Windows machine is
 * a stand-in, a container with an interpreter for our scripts, a small world ({@code src/test/powershell/standin}) and
 * the real kubeadm.exe, under the host's Wine; the real kwok keeps its node.
 */
@Tag("docker")
class StandInTest {
    private static final Path SOURCE = Path.of("src/test/standin");
    private static final int NOT_JUDGED = 5;

    private static final String PAUSE = "pause:3.10.2";
    private static final String HOST_PROCESS = "oss/kubernetes/windows-host-process-containers-base-image:v1.0.0";

    @TempDir
    private static Path folder;
    private static StandInHost host;
    private RealLab lab = lab("{}", "");

    /** @param path of the mirror: with one only the machines know a way to it */
    private static RealLab lab(String faults, String path) {
        return host.lab(SOURCE, "standin", faults, path);
    }

    @BeforeAll
    static void imagesAndImage() throws IOException, InterruptedException {
        host = StandInHost.open(folder);
        host.publish(PAUSE, 1);
        host.publishForEveryBuild(HOST_PROCESS);
    }

    @AfterAll
    static void close() throws IOException {
        host.close();
    }

    /** Images go with the lab: what the next one fetches, or cannot fetch, is part of it. */
    @AfterEach
    void destroy() {
        lab.close();
        lab.host("rm", "-rf", host.images().toString());
    }

    @Test
    @Tag("real")
    void up_givesNodeAndNetwork_secondDoesNothing() throws IOException {
        assertThat(lab.call("plan", "--provider", "docker").stdout())
                .contains("registry.k8s.io/pause:3.10.2 for 20348: about 105 MB (estimate)");
        Result first = up();

        assertThat(first.stdout() + first.stderr()).contains("win is a stand-in", "All steps are done");
        JsonNode node = win().node();
        JsonNode world = win().world();
        assertThat(node.at("/metadata/labels/kubernetes.io~1os").asString()).isEqualTo("windows");
        assertThat(node.at("/metadata/labels/hybridlab.org~1lab").asString()).isEqualTo("standin");
        assertThat(node.at("/metadata/annotations/flannel.alpha.coreos.com~1backend-type").asString())
                .isEqualTo("vxlan");
        assertThat(node.at("/metadata/annotations/hybridlab.org~1stand-in").asString()).isEqualTo("true");
        assertThat(node.at("/spec/taints/0/key").asString()).isEqualTo("os");
        assertThat(world.at("/hns/networks/0/Type").asString()).isEqualTo("Overlay");
        assertThat(world.at("/hns/networks/0/Subnets/0/AddressPrefix").asString())
                .isEqualTo(node.at("/spec/podCIDR").asString());

        assertThat(win().ready().get("message").asString()).contains("kept by kwok");
        assertThat(win().lease().at("/spec/holderIdentity").asString()).isNotEqualTo("win");

        // Only the real kubeadm.exe names files without a drive and with these slashes.
        assertThat(win().inMachine("/var/log/kubeadm.log"))
                .contains("Running pre-flight checks", "Applied patch of type",
                "\\\\var\\\\lib\\\\kubelet\\\\kubeadm-flags.env", "This node has joined the cluster");

        JsonNode report = lab.json("check");
        assertThat(checks(report, "passed", "stand-in")).containsExactlyInAnyOrder("windows-versions", "hns-network",
                "hns-policies", "source-vip");
        assertThat(checks(report, "not-judged", "stand-in")).contains("windows-pods-start", "hybrid-service");
        assertThat(report.at("/summary/failed").asInt()).as(report.toPrettyString()).isZero();

        // Fetched by the host, in the last revision of the machine's build, imported, and its archive gone.
        assertThat(world.at("/images").valueStream().map(JsonNode::asString)).contains("registry.k8s.io/" + PAUSE);
        assertThat(world.at("/pulled").size()).isZero();
        assertThat(fetched()).contains(StandInHost.VERSION).doesNotContainAnyElementsOf(StandInHost.OTHER_VERSIONS);
        assertThat(lab.call("plan").stdout()).contains("registry.k8s.io/pause:3.10.2 for 20348: 2 MB, on this host");
        long requests = host.requests();

        Result second = up();

        assertThat(second.stderr()).contains("All steps are done").doesNotContain(" start ");
        assertThat(host.requests()).isEqualTo(requests).isPositive();
        win().isReadyForAsLongAsItFindsItsNetwork();
        itsBundleTellsOfEveryMoment();
    }

    private void itsBundleTellsOfEveryMoment() throws IOException {
        Path archive = lab.folder().resolve("bundle.tar.gz");
        lab.call("diagnose", "--bundle", archive.toString());
        lab.host("tar", "-xzf", archive.toString(), "-C", lab.folder().toString(), "records");
        List<JsonNode> records;
        try (Stream<Path> files = Files.list(lab.folder().resolve("records/win"))) {
            records = files.sorted().map(file -> JsonMapper.shared().readTree(file.toFile())).toList();
        }

        // A step that is tried again notes its moment again.
        assertThat(records.stream().map(record -> record.get("moment").asString()).distinct()).containsExactly(
                "after-reboot", "before-join", "before-switch", "during-switch", "network-present", "now");
        // The stand-in drops its connections when the switch is made, and up goes on.
        assertThat(records).allSatisfy(record -> assertThat(record.get("session").asString()).matches(
                record.get("moment").asString().equals("during-switch") ? "open to its end|ssh-lost: .*"
                        : "open to its end"));
        assertThat(records.stream().flatMap(record -> record.get("facts").valueStream())
                .filter(fact -> fact.get("about").asString().equals("switch"))
                .map(fact -> fact.get("state").asString())).isNotEmpty().isSubsetOf("read", "unknown");
    }

    /** By the records of the cache. */
    private static List<String> fetched() {
        try (Stream<Path> all = Files.walk(host.images())) {
            return all.filter(file -> file.endsWith("record.json"))
                    .map(file -> JsonMapper.shared().readTree(file.toFile())
                    .get("osVersion").asString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same programs and scripts, as HostProcess pods that the stand-in's kubelet runs. */
    @Test
    @Tag("long")
    void daemonSetsComeUpInPlaceOfServices() throws IOException {
        Path file = lab.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("windowsAgents: services", "windowsAgents: daemonset"));

        assertThat(up().stderr()).contains("All steps are done");

        JsonNode world = win().world();
        assertThat(world.at("/hns/networks/0/Subnets/0/AddressPrefix").asString())
                .isEqualTo(win().node().at("/spec/podCIDR").asString());
        assertThat(world.at("/services").propertyNames()).contains("pod/flanneld", "pod/kube-proxy")
                .doesNotContain("flanneld", "kube-proxy");
        assertThat(lab.must("kubectl", "get", "daemonsets", "-A", "-o", "jsonpath={range .items[*]}{.metadata.name} "
                + "{.status.numberReady}{'\\n'}{end}").stdout()).contains("flannel-windows 1", "kube-proxy-windows 1");
        assertThat(checks(lab.json("check"), "passed", "stand-in"))
                .contains("hns-network", "hns-policies", "source-vip");
        assertThat(up().stderr()).contains("All steps are done").doesNotContain(" start ");
        assertThat(win().world().at("/pulled").size()).isZero();
        assertThat(fetched()).containsExactly("", StandInHost.VERSION);
    }

    /** A network that a service of hybridlab makes, behind a gateway that real Linux machines hold by turns. */
    @Test
    @Tag("long")
    void bridgeLab_withVirtualGateway_needsNoFlannel() throws IOException {
        Path file = lab.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("{mode: flannel-vxlan, windowsAgents: services}",
                "{mode: tor-winbridge}").replace("machines:\n", "machines:\n  - {name: node, memory: 2GiB}\n"));

        assertThat(up().stderr()).contains("All steps are done");

        JsonNode world = win().world();
        String share = win().node().at("/spec/podCIDR").asString();
        assertThat(world.at("/hns/networks/0/Type").asString()).isEqualTo("L2Bridge");
        assertThat(world.at("/hns/networks/0/Subnets/0/AddressPrefix").asString()).isEqualTo(share);
        assertThat(world.at("/hns/endpoints/0/IPAddress").asString()).isEqualTo(share.replace(".0/24", ".2"));
        assertThat(world.at("/services").propertyNames()).contains("pod-network", "kube-proxy")
                .doesNotContain("flanneld");
        JsonNode report = lab.json("check");
        assertThat(checks(report, "passed", "stand-in")).containsExactlyInAnyOrder("windows-versions", "hns-network",
                "hns-policies", "windows-routes");
        assertThat(checks(report, "passed", "real")).contains("gateways");
        assertThat(up().stderr()).contains("All steps are done").doesNotContain(" start ");
    }

    /**
     * A connection that breaks costs one more `up`; what else is lost comes back by itself. What the host cannot fetch,
     * the machine pulls.
     */
    @Test
    @Tag("long")
    void lostConnectionRebootOrToken_endInSuccess() {
        lab = lab("{\"reboot\": true, \"token\": true, \"drop\": \"run/containerd.ps1\"}", "/below");

        Result dropped = lab.call("up", "--provider", "docker");

        assertThat(dropped.exitCode()).isEqualTo(1);
        assertThat(dropped.stderr()).contains("[ssh-lost]", "Reboot win if need be");
        Result again = up();
        assertThat(again.stderr()).contains("retry    Join win", "All steps are done");
        assertThat(win().world().at("/pulled/0").asString()).isEqualTo("registry.k8s.io/" + PAUSE);
        assertThat(up().stderr()).contains("All steps are done").doesNotContain(" start ");
    }

    /** Windows refuses the pod network, `diagnose` finds it, and after the cure `up` goes on. */
    @Test
    @Tag("long")
    void refusedPodNetwork_isFoundAndCured() {
        lab = lab("{\"hns\": true}", "");
        try (RealCall up = lab.start("up", "--provider", "docker")) {
            up.awaitLine("start", "Wait until win is Ready");
            up.awaitLine("running", "Wait until win is Ready");

            assertThat(lab.call("diagnose").stdout()).contains("[flannel-network-not-made]", "win");

            // With the lock that the stand-in's own processes take.
            lab.host("docker", "exec", lab.container("win"), "sh", "-c", "cd /var/lib/standin "
                    + "&& until mkdir world.json.lock; do sleep 0.01; done; "
                    + "sed -i 's/\"hns\": true/\"hns\": false/' world.json; rmdir world.json.lock");
            assertThat(up.exitCode(Duration.ofMinutes(3))).isEqualTo(NOT_JUDGED);
        }
        win().isReadyForAsLongAsItsKubeletRuns();
    }

    /** No pod runs on a stand-in, so that what takes pods is not judged; nothing else is wrong. */
    private Result up() {
        Result up = lab.call("up", "--provider", "docker");
        assertThat(up.exitCode()).as(up.stdout() + up.stderr()).isEqualTo(NOT_JUDGED);
        assertThat(up.stdout()).contains(" 0 failed");
        return up;
    }

    private static List<String> checks(JsonNode report, String outcome, String source) {
        return report.get("checks").valueStream().filter(check -> check.get("outcome").asString().equals(outcome)
                && check.get("evidenceSource").asString().equals(source)).map(check -> check.get("id").asString())
                .toList();
    }

    private StandInNode win() {
        return new StandInNode(lab);
    }
}

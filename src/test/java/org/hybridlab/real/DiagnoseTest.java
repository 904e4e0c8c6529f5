package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/** What `diagnose` says of a real lab: nothing while it is well, and the cause of each deliberate breakage. */
@Tag("long")
@Tag("docker")
@TestMethodOrder(OrderAnnotation.class)
class DiagnoseTest {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final String NODE = "node";
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "diagnosed");

    @BeforeAll
    static void up() {
        LAB.must("up", "--provider", "docker");
    }

    @Test
    @Order(1)
    void words_ofGreenLab_areNoSigns() throws IOException {
        Path said = LAB.folder().resolve("said.txt");
        Files.write(said, stepLogs());
        assertThat(said).isNotEmptyFile();

        Result result = LAB.call("diagnose", "--text", said.toString());

        assertThat(result.stdout()).isEqualTo("Nothing known to be wrong was found.\n");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    @Order(2)
    void archive_hasAllLogs_andNoSecret() throws IOException {
        Path archive = LAB.folder().resolve("all.tar.gz");
        // Of an earlier run in the same state folder.
        Files.deleteIfExists(archive);
        LAB.must("diagnose", "--bundle", archive.toString());
        Path inside = Files.createDirectories(LAB.folder().resolve("inside"));
        LAB.host("tar", "-xzf", archive.toString(), "-C", inside.toString());

        for (String machine : List.of("control", NODE)) {
            assertThat(inside.resolve("evidence/%s/kubelet-kubelet.log".formatted(machine))).isNotEmptyFile();
            assertThat(inside.resolve("evidence/%s/flanneld-flanneld.log".formatted(machine))).isNotEmptyFile();
            assertThat(inside.resolve("evidence/%s/machine-services.log".formatted(machine)))
                    .hasContent("containerd: active\nkubelet: active");
        }
        assertThat(inside.resolve("lab.yaml")).exists();
        FoundSecrets secrets = FoundSecrets.of(LAB.workspace().resolve("ssh/id_ed25519"),
                LAB.workspace().resolve("kubeconfig"), Map.of());
        assertThat(secrets.below(LAB.workspace())).as("they are where they belong").isNotEmpty();
        assertThat(secrets.below(inside)).isEmpty();
    }

    @Test
    void stoppedContainerd() {
        broken("systemctl stop containerd", "systemctl start containerd",
                () -> assertFound("containerd-stopped", NODE));
    }

    @Test
    void kubelet_withUnknownFlag_isFound() {
        broken("cp /etc/default/kubelet /root/kubelet.kept; "
                        + "echo 'KUBELET_EXTRA_ARGS=--does-not-exist' > /etc/default/kubelet; systemctl restart "
                                + "kubelet",
                "mv /root/kubelet.kept /etc/default/kubelet; systemctl restart kubelet",
                () -> assertFound("kubelet-flag-unknown", NODE));
    }

    @Test
    void flannelWithAnotherNetworkThanThePods() {
        String config = kubectl("-n", "kube-flannel", "get", "configmap", "kube-flannel-cfg", "-o",
                "jsonpath={.data.net-conf\\.json}");
        assertThat(config).contains("10.244.0.0/16");
        flannel(config.replace("10.244.0.0/16", "10.99.0.0/16"));
        try {
            assertFound("flannel-network-differs", NODE);
        } finally {
            flannel(config);
            kubectl("-n", "kube-flannel", "rollout", "status", "daemonset", "kube-flannel-ds", "--timeout=90s");
        }
    }

    @Test
    void missingCniPlugin() {
        broken("mv /opt/cni/bin/bridge /opt/cni/bin/bridge.away", "mv /opt/cni/bin/bridge.away /opt/cni/bin/bridge",
                () -> {
                    pod("plugless", "--image=" + agnhost());
                    assertFound("cni-plugin-missing", NODE);
                });
    }

    @Test
    void podLogs_withoutRoom_areFound() {
        broken("mount -t tmpfs -o nr_inodes=1 tmpfs /var/log/pods", "umount /var/log/pods", () -> {
            pod("crowded", "--image=" + agnhost());
            assertFound("inodes-used-up", NODE);
        });
    }

    @Test
    void closedNode() {
        kubectl("cordon", NODE);
        try {
            kubectl("run", "waiting", "--image=" + agnhost());
            assertFound("node-cordoned", NODE);
        } finally {
            kubectl("uncordon", NODE);
        }
    }

    @Test
    void coreDnsThatNobodyWants() {
        kubectl("-n", "kube-system", "scale", "deployment", "coredns", "--replicas=0");
        try {
            assertFound("dns-scaled-to-zero", "cluster");
        } finally {
            kubectl("-n", "kube-system", "scale", "deployment", "coredns", "--replicas=2");
            kubectl("-n", "kube-system", "rollout", "status", "deployment", "coredns", "--timeout=90s");
        }
    }

    @Test
    void nodePortsThatOneMachineDrops() {
        broken("iptables -w -t raw -I PREROUTING -p tcp --dport 30000:32767 -j DROP",
                "iptables -w -t raw -D PREROUTING -p tcp --dport 30000:32767 -j DROP",
                () -> assertFound("node-ports-dropped", NODE));
    }

    /** No sign of anything known: the check alone says that something is wrong. */
    @Test
    void aFailedCheckIsNeverNothing() {
        kubectl("patch", "service", "numbers-api", "--type=merge",
                "--patch={\"spec\":{\"selector\":{\"app\":\"nobody\"}}}");
        try {
            Result result = LAB.call("diagnose", "--since", "1", "--timeout", "10");

            assertThat(result.stdout()).contains("check app/numbers: ").doesNotContain("Nothing known to be wrong");
            assertThat(result.exitCode()).isEqualTo(1);
        } finally {
            kubectl("patch", "service", "numbers-api", "--type=merge",
                    "--patch={\"spec\":{\"selector\":{\"app\":\"numbers\"}}}");
        }
    }

    /** As on a full disk: a file is in the way of the reports' folder. */
    @Test
    void results_withoutWritableReport_areTold() {
        Path reports = LAB.workspace().resolve("report");
        LAB.host("sh", "-c", "mv '%s' '%s.kept' && touch '%s'".formatted(reports, reports, reports));
        try {
            Result result = LAB.call("check");

            assertThat(result.stdout()).contains("passed      nodes", " 0 failed, 0 could not be judged");
            assertThat(result.stderr())
                    .contains("report/report.json is not written: ", "report/junit.xml is not written: ");
            assertThat(result.exitCode()).isEqualTo(3);
        } finally {
            LAB.host("sh", "-c", "rm '%s' && mv '%s.kept' '%s'".formatted(reports, reports, reports));
        }
    }

    @Test
    void taintThatNobodyTolerates() {
        kubectl("taint", "node", NODE, "hybridlab.org/test=x:NoSchedule");
        try {
            kubectl("run", "unwanted", "--image=" + agnhost());
            assertFound("node-taint-foreign", NODE);
        } finally {
            kubectl("taint", "node", NODE, "hybridlab.org/test-");
        }
    }

    @Test
    void imageThatIsNotThere() {
        pod("imageless", "--image=registry.k8s.io/hybridlab/nothing:1", "--image-pull-policy=Never");
        assertFound("image-never-pulled", NODE);
    }

    @Test
    void programThatTheImageDoesNotHave() {
        pod("speechless", "--image=" + agnhost(), "--command", "--", "/no/such/program");
        assertFound("container-command-missing", NODE);
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void failedCheck_onceTold_isExplained() {
        broken("mv /opt/cni/bin/bridge /opt/cni/bin/bridge.away", "mv /opt/cni/bin/bridge.away /opt/cni/bin/bridge",
                () -> {
                    Result result = LAB.call("check");

                    assertThat(result.exitCode()).isEqualTo(1);
                    assertThat(result.stdout()).contains("pods-start");
                    assertThat(result.stderr()).contains("[cni-plugin-missing]").contains("What to do: ");
                });
    }

    /** Breaks the worker by one line of shell, and fixes it by another, whatever was seen meanwhile. */
    private static void broken(String how, String fix, Runnable look) {
        root(how);
        try {
            look.run();
        } finally {
            root(fix);
            // Until then the fault went on writing.
            forget();
        }
    }

    private static List<String> stepLogs() throws IOException {
        try (Stream<Path> files = Files.walk(LAB.workspace().resolve("logs"))) {
            return files.filter(Files::isRegularFile).flatMap(file -> LAB.host("cat", file.toString()).stdout()
                    .lines()).collect(Collectors.toList());
        }
    }

    /** The first finding is the cause, and nothing else is told as one; then everything is forgotten. */
    private static void assertFound(String id, String place) {
        AtomicReference<JsonNode> last = new AtomicReference<>();
        try {
            await(id).atMost(SOON).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
                last.set(LAB.json("diagnose", "--since", "5", "--timeout", "10"));
                assertThat(causes(last.get())).as(last.get().toPrettyString()).containsExactly(id);
            });
            assertThat(findings(last.get())).anySatisfy(finding -> {
                assertThat(finding.get("id").asString()).isEqualTo(id);
                assertThat(finding.get("place").asString()).isEqualTo(place);
                assertThat(finding.get("line").asString()).isNotBlank();
                assertThat(finding.get("cure").asString()).isNotBlank();
            });
        } finally {
            kubectl("delete", "pods", "-l", "run", "--force", "--grace-period=0", "--ignore-not-found");
            forget();
        }
    }

    private static List<String> causes(JsonNode diagnosis) {
        return findings(diagnosis).filter(finding -> !finding.get("general").asBoolean())
                .map(finding -> finding.get("id").asString()).distinct().toList();
    }

    private static Stream<JsonNode> findings(JsonNode diagnosis) {
        return StreamSupport.stream(diagnosis.get("findings").spliterator(), false);
    }

    /** What the last test left in the journals, which the next one must not meet. */
    private static void forget() {
        LAB.must("exec", "--sudo", "--", "journalctl --quiet --rotate; journalctl --quiet --vacuum-time=1s");
    }

    private static void flannel(String netConf) {
        String data = netConf.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        kubectl("-n", "kube-flannel", "patch", "configmap", "kube-flannel-cfg", "--type=merge",
                "--patch={\"data\":{\"net-conf.json\":\"" + data + "\"}}");
        kubectl("-n", "kube-flannel", "delete", "pods", "--field-selector=spec.nodeName=" + NODE,
                "--wait=false");
    }

    private static String agnhost() {
        return kubectl("get", "deployments", "numbers-web", "-o",
                "jsonpath={.spec.template.spec.containers[0].image}").strip();
    }

    /** Bound to the worker. */
    private static void pod(String name, String... more) {
        String[] run = {"run", name, "--overrides={\"spec\":{\"nodeName\":\"" + NODE + "\"}}"};
        kubectl(Stream.concat(Stream.of(run), Stream.of(more)).toArray(String[]::new));
    }

    private static void root(String script) {
        LAB.must("exec", "--on", NODE, "--sudo", "--", script);
    }

    private static String kubectl(String... words) {
        String[] all = Stream.concat(Stream.of(LAB.workspace().resolve("bin/kubectl").toString(), "--kubeconfig",
                LAB.workspace().resolve("kubeconfig").toString()), Stream.of(words)).toArray(String[]::new);
        return LAB.host(all).stdout();
    }
}

package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import org.awaitility.Awaitility;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/** A lab on docker is saved, broken, set back, frozen and stopped. */
@Tag("real")
@Tag("docker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SnapshotTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "snapshot");

    @BeforeAll
    static void saved() {
        Result up = LAB.must("up", "--provider", "docker");
        // On a host with very much other work it takes too long.
        boolean fresh = up.stderr().contains("Saved the snapshot fresh. ");
        assertThat(up.stderr()).containsAnyOf("Saved the snapshot fresh. ", "it would take more than 10 s.");
        assertThat(snapshots().contains("fresh")).as(snapshots()).isEqualTo(fresh);
        Result saved = LAB.run(Command.of(LAB.launcher(), "snapshot", "save",
                LAB.folder().toString(), "well"));
        assertThat(saved.ok()).as(saved.stderr()).isTrue();
        // Etcd alone takes 128 MB of disk beforehand, of which nothing is used.
        assertThat(saved.stdout()).containsPattern("Saved .* as 'well', [1-5]?\\d MB");
    }

    /** Only what had run since the snapshot without a change. */
    @Test
    @Order(0)
    void corednsAndFlannel_runOn_throughAReset() {
        String then = containers("");

        assertThat(LAB.must("reset", "well").stderr()).doesNotContain("Whole machines");

        assertThat(containers("kube-flannel|coredns")).isEqualTo(then.lines().filter(line -> line.matches(
                ".*(kube-flannel|coredns).*")).collect(Collectors.joining("\n")));
        assertThat(containers("kube-proxy")).as("others start again").isNotEmpty().isNotEqualTo(then.lines()
                .filter(line -> line.contains("kube-proxy")).collect(Collectors.joining("\n")));
    }

    /** Of the system's pods whose name has one of these. */
    private static String containers(String names) {
        return LAB.must("kubectl", "get", "pods", "--all-namespaces", "-o", "jsonpath={range .items[*]}"
                + "{.metadata.name} {.status.containerStatuses[*].containerID}{\"\\n\"}{end}").stdout().lines()
                .filter(line -> line.matches(".*(%s).*".formatted(names))).sorted().collect(Collectors.joining("\n"));
    }

    private static String snapshots() {
        return LAB.run(Command.of(LAB.launcher(), "snapshot", "list", LAB.folder().toString())).stdout();
    }

    /** The machines run on; what was deleted comes back as it was, and nothing of it goes again. */
    @Test
    @Order(1)
    void brokenCluster_isSetBack_withoutABoot() {
        String then = objects();
        String boots = boots();
        LAB.must("kubectl", "-n", "kube-system", "delete", "daemonset,deployment,configmap,serviceaccount", "--all");
        LAB.must("kubectl", "delete", "namespace", "kube-flannel", "--wait=false");
        LAB.must("kubectl", "delete", "node", "node");
        LAB.must("kubectl", "delete", "deployment", "--all");
        LAB.must("kubectl", "create", "namespace", "foreign");
        LAB.host("docker", "exec", "--detach", LAB.container("node"), "sleep", "3600");
        assertThat(LAB.call("check").exitCode()).isEqualTo(1);

        Result reset = LAB.must("reset", "well");

        assertThat(reset.stderr()).doesNotContain("Whole machines");
        assertThat(boots()).isEqualTo(boots);
        assertThat(objects()).isEqualTo(then);
        assertThat(LAB.host("docker", "exec", LAB.container("node"), "sh", "-c", "pgrep -x sleep || echo none")
                .stdout().strip()).isEqualTo("none");
        JsonNode checks = LAB.json("check");
        assertThat(checks.at("/summary/failed").asInt()).as(checks.toPrettyString()).isZero();
        assertThat(objects()).as("no controller takes for deleted what it had seen deleted").isEqualTo(then);
    }

    /** With their UIDs, but for what the checks and controllers make and remove all the time. */
    private static String objects() {
        return LAB.must("kubectl", "get", "--all-namespaces", "-o",
                "jsonpath={range .items[*]}{.kind} {.metadata.namespace} {.metadata.name} {.metadata.uid}{\"\\n\"}"
                        + "{end}",
                "nodes,deployments,replicasets,daemonsets,pods,services,configmaps,serviceaccounts,clusterroles,"
                        + "clusterrolebindings,customresourcedefinitions").stdout().lines()
                .filter(line -> !line.contains("hybridlab-check")).sorted().collect(Collectors.joining("\n"));
    }

    private static String boots() {
        return LAB.host("docker", "inspect", "--format", "{{.State.StartedAt}}", LAB.container("control"),
                LAB.container("node")).stdout();
    }

    @Test
    @Order(2)
    void aBrokenLabIsGreenAfterItsReset() {
        LAB.must("kubectl", "-n", "kube-system", "delete", "daemonset,deployment,configmap", "--all");
        LAB.must("kubectl", "delete", "node", "node");
        LAB.host("docker", "exec", LAB.container("node"), "sh", "-c",
                "systemctl stop kubelet; rm /etc/kubernetes/kubelet.conf /usr/bin/kubelet; mkdir /srv/since");
        assertThat(LAB.call("check").exitCode()).isEqualTo(1);

        assertThat(LAB.must("reset", "well").stderr()).contains("Whole machines are set back: ");

        JsonNode checks = LAB.json("check");
        assertThat(checks.at("/summary/failed").asInt()).as(checks.toPrettyString()).isZero();
        assertThat(LAB.host("docker", "exec", LAB.container("node"), "ls", "/srv").stdout()).isBlank();
    }

    /** No CNI plugin takes it away again. */
    @Test
    @Order(2)
    void addressOnPodBridge_isGoneAfterReset() {
        String addresses = "ip -o -4 address show dev cni0";
        LAB.host("docker", "exec", LAB.container("node"), "ip", "address", "add", "10.99.0.1/24", "dev", "cni0");

        assertThat(LAB.must("reset", "well").stderr()).contains("node has changed (new: address cni0 inet 10.99.0.1");

        assertThat(LAB.host("docker", "exec", LAB.container("node"), "sh", "-c", addresses).stdout())
                .doesNotContain("10.99.0.1");
    }

    /** And the other one's folder goes with its claim. */
    @Test
    @Order(2)
    void volumeOfAClaim_isSetBack() throws IOException {
        String image = LAB.must("kubectl", "get", "deployment", "numbers-api", "-o",
                "jsonpath={.spec.template.spec.containers[0].image}").stdout().strip();
        Path claims = Files.writeString(LAB.folder().resolve("claims.yaml"), """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db}
                spec:
                  replicas: 2
                  podManagementPolicy: Parallel
                  selector: {matchLabels: {app: db}}
                  template:
                    metadata: {labels: {app: db}}
                    spec:
                      terminationGracePeriodSeconds: 0
                      containers:
                        - {name: db, image: "%s", args: [pause], volumeMounts: [{name: data, mountPath: /data}]}
                  volumeClaimTemplates:
                    - metadata: {name: data}
                      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                """.formatted(image));
        LAB.must("kubectl", "apply", "-f", claims.toString());
        LAB.must("kubectl", "rollout", "status", "statefulset/db", "--timeout=2m");
        LAB.must("kubectl", "exec", "db-0", "--", "sh", "-c", "head -c 20000000 /dev/urandom > /data/it");
        String then = sumOfIt();
        LAB.run(Command.of(LAB.launcher(), "snapshot", "save", LAB.folder().toString(), "volumes"));
        LAB.must("kubectl", "exec", "db-0", "--", "sh", "-c", "rm /data/it; touch /data/since");

        assertThat(LAB.must("reset", "volumes").stderr()).doesNotContain("Whole machines");

        assertThat(sumOfIt()).isEqualTo(then);
        assertThat(LAB.must("kubectl", "exec", "db-0", "--", "ls", "/data").stdout()).isEqualTo("it\n");
        assertThat(folders()).hasSize(2);
        LAB.must("kubectl", "scale", "statefulset/db", "--replicas=1");
        LAB.must("kubectl", "delete", "pvc", "data-db-1", "--wait=false");
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> folders().size() == 1);
    }

    private static String sumOfIt() {
        return LAB.must("kubectl", "exec", "db-0", "--", "sha256sum", "/data/it").stdout();
    }

    private static List<String> folders() {
        return LAB.host("docker", "exec", LAB.container("node"), "ls", "/var/lib/kubelet/storage").stdout().lines()
                .toList();
    }

    @Test
    @Order(3)
    void aFrozenLabGoesOn() {
        LAB.must("suspend");
        assertThat(LAB.json("status").get("machines")).allMatch(row -> row.get("state").asString().equals("paused"));

        LAB.must("resume", "--no-checks");
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> LAB.call("status").ok());
    }

    @Test
    @Order(4)
    void haltedLab_comesBackGreen_withItsSnapshots() {
        LAB.must("halt");
        assertThat(LAB.json("status").get("machines")).allMatch(row -> row.get("state").asString().equals("exited"));
        Result check = LAB.call("check");
        assertThat(check.stderr()).contains("[machines-off]");
        assertThat(check.exitCode()).isEqualTo(2);
        assertThat(LAB.call("suspend").exitCode()).isEqualTo(2);
        // As `docker network prune` does.
        LAB.host("docker", "network", "rm", LAB.container("").replaceFirst("-$", ""));

        assertThat(LAB.must("up").stderr()).contains("node was in a network that no longer exists.");
        assertThat(snapshots()).contains("well");
        assertThat(sumOfIt()).as("the claim's volume").contains("/data/it");
    }

    /** Its machines booted in between, and nothing on their disks changed. */
    @Test
    @Order(5)
    void reset_afterHaltAndUp_needsNoBoot() {
        assertThat(LAB.must("reset", "volumes").stderr()).doesNotContain("Whole machines");
        assertThat(folders()).as("with that of the claim that was deleted").hasSize(2);
    }

    /** What the new file takes away is agreed to with the reset. */
    @Test
    @Order(8)
    void reset_beforeAppLeftFile_removesItAgain() throws IOException {
        Path file = LAB.folder().resolve("lab.yaml");
        String then = Files.readString(file);
        Files.writeString(file, then.substring(0, then.indexOf("\napps:") + 1));
        LAB.must("up");

        LAB.must("reset", "well");

        assertThat(LAB.must("kubectl", "get", "deployments", "-o", "name").stdout()).isBlank();
    }

    /** As after months off: no kubelet starts, and without one nothing of the control plane. */
    @Test
    @Order(7)
    void endedKubeletCertificates_areSigned_byUp() {
        RealCertificates certificates = new RealCertificates(LAB);
        certificates.endKubelets("node", "control");
        certificates.endKubelets("control", "control");
        LAB.must("halt");

        Result up = LAB.must("up");

        assertThat(up.stderr()).contains("Renewed the certificates of control's kubelet.",
                "Renewed the certificates of node's kubelet.");
        assertThat(LAB.json("check").at("/summary/failed").asInt()).isZero();
    }

    /** Of a file that is gone only its folder tells, and each boot writes into that. */
    @Test
    @Order(6)
    void fileDeletedBeforeTheHalt_isSetBack() {
        LAB.host("docker", "exec", LAB.container("node"), "rm", "/etc/fstab");
        LAB.must("halt");
        LAB.must("up");

        assertThat(LAB.must("reset", "well").stderr()).contains("Whole machines are set back: ");
        assertThat(LAB.host("docker", "exec", LAB.container("node"), "ls", "/etc/fstab").stdout().strip())
                .isEqualTo("/etc/fstab");
    }
}

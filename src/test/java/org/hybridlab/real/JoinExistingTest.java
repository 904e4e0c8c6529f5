package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Cidr;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A lab of one worker joins the cluster of another lab, which it knows by its kubeconfig only, and leaves it again. */
@Tag("long")
@Tag("docker")
@TestMethodOrder(OrderAnnotation.class)
class JoinExistingTest {
    private static final RealLab CLUSTER = RealLab.copyOf("first-cluster", "cluster-of-others");
    /** Of all objects: what they are, and what changes when somebody writes them again. */
    private static final String LIST = "go-template={{range .items}}{{.kind}} {{.metadata.namespace}}/"
            + "{{.metadata.name}} {{.metadata.uid}} {{.metadata.generation}}{{\"\\n\"}}{{end}}";
    private static final String APP = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: greeter}
            spec:
              replicas: 2
              selector: {matchLabels: {app: greeter}}
              template:
                metadata: {labels: {app: greeter}}
                spec:
                  nodeSelector: {kubernetes.io/hostname: guest}
                  containers: [{name: greeter, image: [=agnhostImage], args: [netexec]}]
            """;

    @TempDir
    private static Path folder;
    private static RealLab guests;
    private static Cidr network;
    private static String kinds;
    private static Set<String> before;

    @BeforeAll
    static void aClusterIsThere() throws IOException {
        CLUSTER.must("up", "--provider", "docker");
        String name = CLUSTER.host("docker", "inspect", "--format",
                "{{range $name, $one := .NetworkSettings.Networks}}{{$name}}{{end}}", CLUSTER.container("control"))
                .stdout().strip();
        network = Cidr.parse(CLUSTER.host("docker", "network", "inspect", "--format",
                "{{(index .IPAM.Config 0).Subnet}}", name).stdout().strip());
        kinds = CLUSTER.must("kubectl", "api-resources", "--verbs=list", "-o", "name").stdout().lines()
                .filter(kind -> !kind.startsWith("events") && !kind.equals("componentstatuses"))
                .collect(Collectors.joining(","));
        await("the checks' namespace is gone").atMost(Duration.ofMinutes(1))
                .until(() -> objects().stream().noneMatch(object -> object.contains("hybridlab-check")));
        before = objects();
        Files.createDirectories(folder.resolve("apps"));
        Files.writeString(folder.resolve("apps/greeter.yaml.ftl"), APP);
        Files.writeString(folder.resolve("lab.yaml"), lab("guest"));
        guests = RealLab.copyOf(folder, "guests", Map.of());
    }

    private static String lab(String machine) {
        return """
                name: guests
                kubernetes: 1.37
                provider: docker
                cluster: {kubeconfig: %s}
                network: {machines: %s}
                machines: [{name: %s, address: %s}]
                apps: [{name: greeter}]
                """.formatted(CLUSTER.workspace().resolve("kubeconfig"), network, machine, network.address(100));
    }

    @AfterAll
    static void destroy() {
        guests.close();
        CLUSTER.close();
    }

    @Test
    @Order(1)
    void machine_namedLikeANode_isRefused() throws IOException {
        Files.writeString(guests.folder().resolve("lab.yaml"), lab("node"));

        Result refused = guests.call("up");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.stderr()).contains("The cluster has a node node at ");
        assertThat(guests.host("docker", "ps", "--all", "--quiet", "--filter", "name=" + guests.container("node"))
                .stdout()).isBlank();
        assertThat(objects()).isEqualTo(before);
        Files.writeString(guests.folder().resolve("lab.yaml"), lab("guest"));
    }

    /** With its checks, one of which sends pods on the worker to a pod on a machine of the cluster and back. */
    @Test
    @Order(2)
    void aWorkerJoins() {
        guests.must("up");

        assertThat(CLUSTER.must("kubectl", "get", "nodes").stdout().lines().filter(line -> line.contains(" Ready ")))
                .hasSize(3).anyMatch(line -> line.startsWith("guest "));
        assertThat(guests.json("check").toString()).contains("guest to ").contains(" to guest");
    }

    @Test
    @Order(3)
    void joinedCluster_besidesNodeAndApp_isUnchanged() {
        await("the checks' namespace is gone").atMost(Duration.ofMinutes(1))
                .until(() -> objects().stream().noneMatch(object -> object.contains("hybridlab-check")));
        Set<String> after = objects();

        assertThat(after).containsAll(before);
        after.removeAll(before);
        assertThat(after).isNotEmpty().allMatch(object -> object.matches("(Node <no value>|Lease kube-node-lease|"
                + "CSINode <no value>)/guest .*|Pod kube-(system|flannel)/kube-(proxy|flannel-ds)-.*"
                + "|(Deployment|ReplicaSet|Pod) default/greeter.*"));
    }

    @Test
    @Order(4)
    void anotherUpHasNothingToDo() {
        assertThat(guests.must("up", "--no-checks").stderr()).contains("All steps are done").doesNotContain(" start ");
    }

    @Test
    @Order(5)
    void cluster_afterTheWorkerLeft_isUnchanged() {
        guests.must("destroy", "--yes");

        await("the cluster is as it was").atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(objects()).isEqualTo(before));
        CLUSTER.must("check");
        assertThat(CLUSTER.host("docker", "network", "ls", "--format", "{{.Name}}").stdout().lines())
                .noneMatch(name -> name.startsWith("hl-guests-"));
    }

    private static Set<String> objects() {
        String list = CLUSTER.must("kubectl", "get", kinds, "--all-namespaces", "-o", LIST).stdout();
        return Arrays.stream(list.split("\n")).filter(line -> !line.isBlank())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

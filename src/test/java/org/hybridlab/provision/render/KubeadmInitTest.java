package org.hybridlab.provision.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.fake.Checkout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What {@code kubeadm init} is told on machines of different pace. */
class KubeadmInitTest {
    private static final Lab LAB = LabFile.read(Path.of("labs/first-cluster/lab.yaml"), Cidr.parse("192.168.56.0/24"))
            .orThrow();
    private static final TemplateFacts.Images IMAGES = new TemplateFacts.Images("3.6.16-0", "v1.14.5",
            Map.of("etcd", "etcd", "flannel", "flannel", "agnhost", "agnhost"));

    @ParameterizedTest
    @MethodSource("speeds")
    void onlyControlPlane_renewsNoLeases(Timeouts timeouts) {
        assertThat(arguments("controllerManager", timeouts)).containsEntry("leader-elect", "false");
        assertThat(arguments("scheduler", timeouts)).containsEntry("leader-elect", "false");
    }

    /** Of 1.35 and later: cgroup v1 ends it unless this is named. */
    @Test
    void virtualMachines_withCgroupV1_areTaken() {
        assertThat(new TemplateFacts(false, Timeouts.NATIVE, IMAGES, List.of(), List.of()).ignoredPreflight())
                .contains("SystemVerification");
    }

    /** What kubeadm keeps of this is what a second control plane starts with. */
    @ParameterizedTest
    @MethodSource("speeds")
    void controllers_whereControlPlanesMayCome_electOne(Timeouts timeouts, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(Files.createDirectory(folder.resolve("grows")).resolve("lab.yaml"), """
                name: grows
                kubernetes: 1.36
                machines:
                  - {name: control, role: control-plane}
                network: {machines: 192.168.56.0/24, virtualAddress: 192.168.56.250}
                """);
        Lab oneOfMore = LabFile.read(file, Cidr.parse("192.168.56.0/24")).orThrow();
        Lab several = LabFile.read(Path.of("labs/ha-control-plane/lab.yaml"), Cidr.parse("192.168.56.0/24")).orThrow();

        for (Lab lab : List.of(oneOfMore, several)) {
            assertThat(render(lab, timeouts)).contains("leader-elect-retry-period")
                    .doesNotContain("name: leader-elect\n", "election-timeout", "heartbeat-interval");
        }
    }

    /** Etcd refuses to start with less than five heartbeats for an election. */
    @Test
    void onlyEtcd_electsItselfAtOnce() {
        assertThat(etcdArguments(LAB, Timeouts.NATIVE)).containsEntry("heartbeat-interval", "20")
                .containsEntry("election-timeout", "100");
    }

    /** How long etcd lets a request wait comes from these. */
    @Test
    void etcdOfInterpretedMachine_keepsItsTimes() {
        assertThat(etcdArguments(LAB, Timeouts.EMULATED)).containsOnlyKeys("watch-progress-notify-interval");
    }

    @ParameterizedTest
    @MethodSource("speeds")
    void apiServer_collectsGarbageSeldom_withinBounds(Timeouts timeouts) {
        assertThat(cluster(timeouts).get("apiServer")).asString().contains("GOGC", "GOMEMLIMIT");
    }

    @ParameterizedTest
    @MethodSource("speeds")
    void etcdWatchNotice_isSeldom(Timeouts timeouts) {
        assertThat(cluster(timeouts).get("etcd")).asString().contains("watch-progress-notify-interval");
    }

    @ParameterizedTest
    @MethodSource("speeds")
    void keys_areElliptic(Timeouts timeouts) {
        assertThat(cluster(timeouts).get("encryptionAlgorithm")).isEqualTo("ECDSA-P256");
    }

    @ParameterizedTest
    @MethodSource("speeds")
    void controlPlane_isPatchedFromItsFolder(Timeouts timeouts) {
        assertThat(document("InitConfiguration", timeouts).get("patches"))
                .isEqualTo(Map.of("directory", "/etc/kubernetes/patches"));
    }

    /** With the one the kubelet takes it for the other as well, and writes to etcd each time. */
    @ParameterizedTest
    @MethodSource("speeds")
    void kubelet_looksOften_tellsSeldom(Timeouts timeouts) {
        Map<?, ?> kubelet = document("KubeletConfiguration", timeouts);
        assertThat(kubelet.get("nodeStatusUpdateFrequency")).isEqualTo("3s");
        assertThat(kubelet.get("nodeStatusReportFrequency")).isEqualTo("5m0s");
    }

    /** A gate that one component lacks leaves a feature half on. */
    @Test
    void featureGates_areOfAllComponents(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(Files.createDirectory(folder.resolve("gated")).resolve("lab.yaml"), """
                name: gated
                machines:
                  - {name: control, role: control-plane}
                featureGates: {MemoryQoS: true, ContainerCheckpoint: false}
                runtimeConfig: {api/alpha: true}
                """);
        Lab gated = LabFile.read(file, Cidr.parse("192.168.56.0/24")).orThrow();
        Map<?, ?> cluster = document(gated, "ClusterConfiguration", Timeouts.NATIVE);

        for (String component : List.of("apiServer", "controllerManager", "scheduler")) {
            assertThat(arguments((Map<?, ?>) cluster.get(component)))
                    .containsEntry("feature-gates", "ContainerCheckpoint=false,MemoryQoS=true");
        }
        for (String kind : List.of("KubeletConfiguration", "KubeProxyConfiguration")) {
            assertThat(document(gated, kind, Timeouts.NATIVE).get("featureGates"))
                    .isEqualTo(Map.of("MemoryQoS", true, "ContainerCheckpoint", false));
        }
        assertThat(arguments((Map<?, ?>) cluster.get("apiServer"))).containsEntry("runtime-config", "api/alpha=true");
    }

    private static Stream<Timeouts> speeds() {
        return Stream.of(Timeouts.NATIVE, Timeouts.EMULATED);
    }

    @Test
    void kubeadm_waitsAsLongAsMachinesMay() {
        assertThat(document("InitConfiguration", Timeouts.EMULATED).get("timeouts"))
                .asString().contains("kubernetesAPICall=20m0s");
    }

    private static Map<String, String> arguments(String component, Timeouts timeouts) {
        return arguments((Map<?, ?>) cluster(timeouts).get(component));
    }

    private static Map<String, String> etcdArguments(Lab lab, Timeouts timeouts) {
        return arguments(etcd(lab, timeouts));
    }

    private static Map<String, String> arguments(Map<?, ?> settings) {
        return ((List<?>) settings.get("extraArgs")).stream().map(Map.class::cast)
                .collect(Collectors.toMap(one -> (String) one.get("name"),
                        one -> (String) one.get("value")));
    }

    private static Map<?, ?> etcd(Lab lab, Timeouts timeouts) {
        return (Map<?, ?>) ((Map<?, ?>) document(lab, "ClusterConfiguration", timeouts).get("etcd")).get("local");
    }

    private static Map<?, ?> cluster(Timeouts timeouts) {
        return document("ClusterConfiguration", timeouts);
    }

    private static Map<?, ?> document(String kind, Timeouts timeouts) {
        return document(LAB, kind, timeouts);
    }

    private static Map<?, ?> document(Lab lab, String kind, Timeouts timeouts) {
        String text = render(lab, timeouts);
        Iterable<Object> documents = new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(new StringReader(text));
        return StreamSupport.stream(documents.spliterator(), false).map(one -> (Map<?, ?>) one)
                .filter(one -> kind.equals(one.get("kind"))).findFirst().orElseThrow();
    }

    private static String render(Lab lab, Timeouts timeouts) {
        return Checkout.TEMPLATES.render("kubernetes/kubeadm-init.yaml.ftl",
                new TemplateFacts(false, timeouts, IMAGES, List.of(), List.of())
                        .with(Map.of("lab", lab, "controlPlane", lab.firstControlPlane())));
    }
}

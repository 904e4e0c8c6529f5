package org.hybridlab.provision.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.hybridlab.common.template.Templates;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.junit.jupiter.api.Test;
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

    @Test
    void quickMachinesElectTheirControllersAtOnce() {
        assertThat(arguments("controllerManager", Timeouts.NATIVE)).containsEntry("leader-elect-retry-period", "500ms")
                .doesNotContainKey("leader-elect");
    }

    @Test
    void interpretedMachinesSpareThemselvesLeasesAndGarbage() {
        assertThat(arguments("controllerManager", Timeouts.EMULATED)).containsEntry("leader-elect", "false");
        assertThat(arguments("scheduler", Timeouts.EMULATED)).containsEntry("leader-elect", "false");
        assertThat(cluster(Timeouts.EMULATED).get("apiServer")).asString().contains("GOGC");
    }

    @Test
    void etcdWatchNotice_onEmulatedMachines_isSeldom() {
        assertThat(cluster(Timeouts.EMULATED).get("etcd")).asString().contains("watch-progress-notify-interval");
        assertThat(cluster(Timeouts.NATIVE).get("etcd")).asString().doesNotContain("watch-progress-notify-interval");
    }

    /** Seen on interpreted machines only; elsewhere kubeadm's own choice stands. */
    @Test
    void onlyInterpretedMachinesHaveEllipticKeys() {
        assertThat(cluster(Timeouts.EMULATED).get("encryptionAlgorithm")).isEqualTo("ECDSA-P256");
        assertThat(cluster(Timeouts.NATIVE).get("encryptionAlgorithm")).isNull();
    }

    @ParameterizedTest
    @MethodSource("speeds")
    void controlPlane_isPatchedFromItsFolder(Timeouts timeouts) {
        assertThat(document("InitConfiguration", timeouts).get("patches"))
                .isEqualTo(Map.of("directory", "/etc/kubernetes/patches"));
    }

    private static Stream<Timeouts> speeds() {
        return Stream.of(Timeouts.NATIVE, Timeouts.EMULATED);
    }

    @Test
    void kubeadm_waitsAsLongAsMachinesMay() {
        assertThat(document("InitConfiguration", Timeouts.EMULATED).get("timeouts"))
                .asString().contains("kubernetesAPICall=20m0s");
    }

    /** One of several must give way to the others, however slow the machines are. */
    @Test
    void controllers_ofSeveralControlPlanes_runAnywhere() {
        Lab several = LabFile.read(Path.of("labs/ha-control-plane/lab.yaml"), Cidr.parse("192.168.56.0/24")).orThrow();

        assertThat(render(several, Timeouts.EMULATED)).contains("leader-elect-retry-period")
                .doesNotContain("name: leader-elect\n");
    }

    private static Map<String, String> arguments(String component, Timeouts timeouts) {
        Map<?, ?> settings = (Map<?, ?>) cluster(timeouts).get(component);
        return ((List<?>) settings.get("extraArgs")).stream().map(Map.class::cast)
                .collect(Collectors.toMap(one -> (String) one.get("name"),
                        one -> (String) one.get("value")));
    }

    private static Map<?, ?> cluster(Timeouts timeouts) {
        return document("ClusterConfiguration", timeouts);
    }

    private static Map<?, ?> document(String kind, Timeouts timeouts) {
        String text = render(LAB, timeouts);
        Iterable<Object> documents = new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(new StringReader(text));
        return StreamSupport.stream(documents.spliterator(), false).map(one -> (Map<?, ?>) one)
                .filter(one -> kind.equals(one.get("kind"))).findFirst().orElseThrow();
    }

    private static String render(Lab lab, Timeouts timeouts) {
        return Templates.installed(Path.of("").toAbsolutePath()).render("kubernetes/kubeadm-init.yaml.ftl",
                new TemplateFacts(false, timeouts, IMAGES, List.of())
                        .with(Map.of("lab", lab, "controlPlane", lab.firstControlPlane())));
    }
}

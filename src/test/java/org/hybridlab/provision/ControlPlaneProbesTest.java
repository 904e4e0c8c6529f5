package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.Machine;
import org.hybridlab.fake.Checkout;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.KubeadmInit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The patches that a control plane's set-up script writes for kubeadm, by running that part of it. */
class ControlPlaneProbesTest {
    @TempDir
    private Path root;

    /**
     * kubeadm 1.35 and 1.36 give the controller manager no readiness probe, so a patch of one would have no handler.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void kubeadmsProbes_change_andNoOthersAppear(boolean emulated) throws IOException {
        patch(emulated);

        List<String> all = List.of("livenessProbe", "name", "readinessProbe", "startupProbe");
        assertThat(patched()).isEqualTo(Map.of("etcd", all, "kube-apiserver", all, "kube-scheduler", all,
                "kube-controller-manager", List.of("livenessProbe", "name", "startupProbe")));
    }

    /** An interpreted machine has better things to do. */
    @Test
    void startUp_isAskedEachSecond_unlessInterpreted() throws IOException {
        patch(false);
        assertThat(root.resolve("patches/etcd+strategic.yaml")).content().contains(
                "startupProbe: {initialDelaySeconds: 0, periodSeconds: 1,");

        patch(true);
        assertThat(root.resolve("patches/etcd+strategic.yaml")).content().doesNotContain("periodSeconds: 1,");
    }

    @Test
    void apiServer_endsSoon_unlessInterpreted() throws IOException {
        Path patch = root.resolve("patches/kube-apiserver+strategic.yaml");
        patch(false);
        assertThat((Map<?, ?>) pod(patch).get("spec")).asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("terminationGracePeriodSeconds", 5);

        patch(true);
        assertThat(patch).content().doesNotContain("terminationGracePeriodSeconds");
    }

    /** kubeadm fails where its settings name a folder that is not there. */
    @Test
    void patchFolder_isThere_onControlPlanesOnly() throws IOException {
        LabContext lab = new HealthyLab(root, HealthyLab.THREE_CONTROL_PLANES).labContext;
        lab.files().writeTo(lab.workspace());

        for (Machine machine : lab.lab().machines()) {
            String script = Files.readString(lab.workspace().folder().resolve("scripts/%s/prepare.sh"
                    .formatted(machine.name())));
            assertThat(script.contains("mkdir -p " + KubeadmInit.PATCHES)).as(machine.name())
                    .isEqualTo(machine.isControlPlane());
            assertThat(lab.gathered().kubeadmJoin(machine, "/discovery", "token").contains("directory: "
                    + KubeadmInit.PATCHES)).as(machine.name()).isEqualTo(machine.isControlPlane());
        }
        assertThat(lab.files().kubeadmInit()).contains("directory: " + KubeadmInit.PATCHES);
    }

    private void patch(boolean emulated) {
        String script = Checkout.TEMPLATES.render("linux/control-plane-probes.sh.ftl",
                Map.of("emulated", emulated)).replace("/etc/kubernetes", root.toString());
        new LocalProcesses().run(Command.of("bash", "-euc", script).timeout(Duration.ofSeconds(30)), line -> { },
                new Cancellation()).orFail("script-failed", "The script failed.", "");
    }

    private Map<String, List<String>> patched() throws IOException {
        Map<String, List<String>> patched = new TreeMap<>();
        try (Stream<Path> files = Files.list(root.resolve("patches"))) {
            for (Path file : files.toList()) {
                List<?> containers = (List<?>) ((Map<?, ?>) pod(file).get("spec")).get("containers");
                Map<?, ?> container = (Map<?, ?>) containers.get(0);
                assertThat(file).hasFileName(container.get("name") + "+strategic.yaml");
                patched.put((String) container.get("name"),
                        container.keySet().stream().map(String.class::cast).sorted().toList());
            }
        }
        return patched;
    }

    private static Map<?, ?> pod(Path file) throws IOException {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
    }
}

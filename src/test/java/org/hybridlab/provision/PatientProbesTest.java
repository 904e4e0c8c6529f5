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

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.template.Templates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The patches that an interpreted control plane's set-up script writes for kubeadm, by running that part of it. */
class PatientProbesTest {
    @TempDir
    private Path root;

    /**
     * kubeadm 1.35 and 1.36 give the controller manager no readiness probe, so a patch of one would have no handler.
     */
    @Test
    void kubeadmsProbes_becomePatient_andNoOthersAppear() throws IOException {
        String script = Templates.installed(Path.of(".")).render("linux/patient-probes.sh.ftl", Map.of())
                .replace("/etc/kubernetes", root.toString());
        new LocalProcesses().run(Command.of("bash", "-euc", script).timeout(Duration.ofSeconds(30)), line -> { },
                new Cancellation()).orFail("script-failed", "The script failed.", "");

        List<String> all = List.of("livenessProbe", "name", "readinessProbe", "startupProbe");
        assertThat(patched()).isEqualTo(Map.of("etcd", all, "kube-apiserver", all, "kube-scheduler", all,
                "kube-controller-manager", List.of("livenessProbe", "name", "startupProbe")));
    }

    private Map<String, List<String>> patched() throws IOException {
        Map<String, List<String>> patched = new TreeMap<>();
        try (Stream<Path> files = Files.list(root.resolve("patches"))) {
            for (Path file : files.toList()) {
                Map<?, ?> pod = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
                List<?> containers = (List<?>) ((Map<?, ?>) pod.get("spec")).get("containers");
                Map<?, ?> container = (Map<?, ?>) containers.get(0);
                assertThat(file).hasFileName(container.get("name") + "+strategic.yaml");
                patched.put((String) container.get("name"),
                        container.keySet().stream().map(String.class::cast).sorted().toList());
            }
        }
        return patched;
    }
}

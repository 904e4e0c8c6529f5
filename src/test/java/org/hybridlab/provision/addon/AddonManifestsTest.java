package org.hybridlab.provision.addon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AddonManifestsTest {
    @TempDir
    private Path folder;

    /** As kubeadm 1.36.3 prints with a folder of patches among its settings. */
    @Test
    void addons_printedWithPatches_omitKubeadmsNotes() throws IOException {
        assertThat(manifests(Optional.empty()).keep("""
                ---
                apiVersion: apps/v1
                kind: DaemonSet
                metadata:
                  name: kube-proxy
                  namespace: kube-system
                ---
                [patches] Reading patches from path "/etc/kubernetes/patches"
                [patches] Found the following patch files: [etcd+strategic.yaml]
                ---apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: coredns
                  namespace: kube-system
                ---
                """)).extracting(Manifest::reference).containsExactly("daemonset/kube-proxy", "deployment/coredns");
    }

    @Test
    void coredns_ofOnlyControlPlane_asksItDirectly() throws IOException {
        String printed = """
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: kube-proxy, namespace: kube-system}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: coredns
                  namespace: kube-system
                spec:
                  template:
                    spec:
                      containers:
                      - name: coredns
                        readinessProbe:
                          httpGet: {path: /ready, port: 8181}
                ---
                """;
        JsonNode direct = container(manifests(Optional.of("192.168.56.11")).keep(printed));
        JsonNode usual = container(manifests(Optional.empty()).keep(printed));

        assertThat(direct.at("/env/0/name").asString()).isEqualTo("KUBERNETES_SERVICE_HOST");
        assertThat(direct.at("/env/0/value").asString()).isEqualTo("192.168.56.11");
        assertThat(direct.at("/env/1/value").asString()).isEqualTo("6443");
        assertThat(direct.at("/readinessProbe/periodSeconds").asInt()).isEqualTo(3);
        assertThat(usual.has("env")).isFalse();
    }

    /** Of another address CoreDNS was told before. */
    @Test
    void otherAddress_makesManifestsUnknown() throws IOException {
        manifests(Optional.of("192.168.56.11")).keep("""
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: kube-proxy, namespace: kube-system}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: coredns, namespace: kube-system}
                """);

        assertThat(manifests(Optional.of("192.168.56.11")).known()).isPresent();
        assertThat(manifests(Optional.empty()).known()).isEmpty();
    }

    private static JsonNode container(List<Manifest> manifests) {
        String coredns = manifests.stream().filter(one -> one.kind().equals("Deployment")).findFirst().orElseThrow()
                .yaml();
        Object object = new Yaml(new SafeConstructor(new LoaderOptions())).load(coredns);
        return JsonMapper.shared().<JsonNode>valueToTree(object).at("/spec/template/spec/containers/0");
    }

    private AddonManifests manifests(Optional<String> apiServer) throws IOException {
        Path file = Files.writeString(Files.createDirectories(folder.resolve("lab")).resolve("lab.yaml"), "");
        Workspace workspace = Workspace.of(file);
        workspace.create();
        return new AddonManifests(workspace, "settings", Duration.ofSeconds(3), apiServer);
    }
}

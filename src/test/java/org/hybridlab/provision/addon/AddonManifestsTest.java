package org.hybridlab.provision.addon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.cluster.api.AwaitedObject;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.Rollout;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Lab;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AddonManifestsTest {
    @TempDir
    private Path folder;
    private static final String LAB = """
            name: two
            machines: [{name: control, role: control-plane}, {name: node}]
            """;

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

    static List<Addon> addons() {
        return Addons.installed();
    }

    @ParameterizedTest
    @MethodSource("addons")
    void readyObjects_areThoseOfItsManifests(Addon addon) {
        List<String> made = Manifest.parse(rendered(addon)).stream().flatMap(AddonManifestsTest::awaited).toList();

        assertThat(addon.ready()).isNotEmpty().containsExactlyInAnyOrderElementsOf(made);
        assertThat(addon.ready().stream().map(AwaitedObject::of)).isNotEmpty();
    }

    private static Stream<String> awaited(Manifest object) {
        return Rollout.KINDS.contains(object.kind()) ? Stream.of(object.namespace() + "/" + object.reference())
                : List.of("APIService", "StorageClass").contains(object.kind()) ? Stream.of(object.reference())
                        : Stream.of();
    }

    @ParameterizedTest
    @MethodSource("addons")
    void programs_areOfItsGroup_inEveryBundle(Addon addon) {
        Bundles bundles = Bundles.of(Path.of("").toAbsolutePath(), folder, Map.of(), new LocalProcesses());
        for (Release release : addon.programs().isEmpty() ? List.<Release>of() : bundles.releases()) {
            assertThat(bundles.state(release.kubernetes(), Group.of(addon), Arch.AMD64)).as(release.toString())
                    .flatExtracting(part -> part.files()).containsAll(addon.programs().keySet());
        }
    }

    /** Who writes a lab must not decide what runs in the system's namespaces. */
    @Test
    void fileOfALab_changesNoAddon() throws IOException {
        Addon metrics = addon("metrics");
        String installed = rendered(metrics);
        for (String name : List.of("data/addons/metrics/", "addons/metrics/", "templates/addons/metrics/",
                "templates/kubernetes/", "templates/", "")) {
            Files.createDirectories(folder.resolve(name));
            Files.writeString(folder.resolve(name + "metrics-server.yaml.ftl"), "of the lab");
        }
        Files.writeString(folder.resolve("data/addons/metrics/addon.yaml"), "of the lab");

        assertThat(rendered(metrics)).isEqualTo(installed).contains("/usr/local/bin/metrics-server");
    }

    /** A cluster with two default classes takes the newer one. */
    @ParameterizedTest
    @CsvSource(nullValues = "none", value = {"fast, true, false", "fast, false, true", "standard, true, none"})
    void standardClass_stepsBackForAnApps(String name, String isDefault, String standardIsDefault) throws IOException {
        Files.writeString(folder.resolve("class.yaml"), """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata:
                  name: %s
                  annotations: {storageclass.kubernetes.io/is-default-class: '%s'}
                provisioner: example.org/fast
                """.formatted(name, isDefault));
        String text = rendered(addon("storage"), "apps: [{name: class, manifests: [class.yaml]}]\n");

        assertThat(Manifest.parse(text).stream().filter(object -> object.kind().equals("StorageClass"))
                .map(object -> object.json().at("/metadata/annotations").iterator().next()))
                .allMatch(JsonNode::isString).map(JsonNode::asString)
                .isEqualTo(standardIsDefault == null ? List.of() : List.of(standardIsDefault));
    }

    private static Addon addon(String name) {
        return Addons.installed().stream().filter(addon -> addon.name().equals(name)).findFirst().orElseThrow();
    }

    private String rendered(Addon addon) {
        return rendered(addon, "");
    }

    private String rendered(Addon addon, String besides) {
        Lab lab = WindowsLabs.lab(LAB + addon.name() + ": true\n" + besides, folder);
        LabContext labContext = WindowsLabs.labContext(lab, folder, new LocalProcesses());
        return labContext.files().addons().get(addon.name());
    }
}

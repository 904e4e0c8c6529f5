package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.AccountToken;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.BareControlPlane;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.RenderedFiles;
import org.hybridlab.provision.render.WindowsRendering;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.json.JsonMapper;

/** Rung c of docs/explanation/windows-proof.md: what a real API server says of all that is rendered for Windows. */
@Tag("real")
class WindowsManifestsTest {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String NODE = "{apiVersion: v1, kind: Node, metadata: {name: %s}}";
    private static final String REFUSED = "may change its own node only";
    private static final String LEASE = """
            {"metadata": {"annotations": {"flannel.alpha.coreos.com/kube-subnet-manager": "true"}}}""";

    private static final Map<String, String> TOKENS = new ConcurrentHashMap<>();

    @TempDir
    private static Path folder;
    private static LabContext labContext;
    private static BareControlPlane api;
    @TempDir
    private Path other;

    @BeforeAll
    static void applyAsTheStepsDo() throws IOException {
        labContext = WindowsLabs.nearby("vxlan-daemonset", folder);
        api = BareControlPlane.start(labContext, folder.resolve("control"));
        for (String manifest : List.of(labContext.files().podNetwork(), labContext.files().windows().accounts())) {
            api.must(manifest, "apply", "--validate=strict", "-f", "-");
        }
        for (String node : List.of("win", "windows-with-a-long-name")) {
            api.must(NODE.formatted(node), "create", "-f", "-");
        }
    }

    @AfterAll
    static void end() {
        if (api != null) {
            api.close();
        }
    }

    static Set<String> variants() {
        return WindowsLabs.VARIANTS.keySet();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void everyManifestOfEveryVariantIsAccepted(String variant) {
        WindowsRendering rendering = WindowsLabs.rendered(variant, other);

        assertAccepted(WindowsLabs.flannel(variant, other));
        assertAccepted(rendering.accounts());
        rendering.overlay().ifPresent(WindowsManifestsTest::assertAccepted);
    }

    /** Filled from a real cluster, after the join, a manifest is not the one that was rendered before. */
    @Test
    void manifests_filledFromCluster_areAccepted() {
        assertAccepted(labContext.gathered().windowsOverlay());
    }

    static Stream<LabLocation> labs() {
        return LabLocation.all(List.of(Path.of("labs").toAbsolutePath())).stream();
    }

    @ParameterizedTest
    @MethodSource("labs")
    void everyAppOfEveryLabIsAccepted(LabLocation lab) {
        RenderedFiles files = WindowsLabs.created(lab.file(), ProviderName.VIRTUALBOX, other).files();

        Stream.concat(files.addons().values().stream(), files.manifests().values().stream()).forEach(manifest -> {
            // A dry run makes no namespace for the objects that follow it.
            Manifest.parse(manifest).stream().filter(object -> object.kind().equals("Namespace"))
                    .forEach(object -> api.must(object.yaml(), "apply", "-f", "-"));
            assertAccepted(manifest);
        });
    }

    private static void assertAccepted(String manifest) {
        Result result = api.admin(manifest, "apply", "--dry-run=server", "--validate=strict", "-f", "-");

        assertThat(result.ok()).as(result.stderr()).isTrue();
        // What the API server warns of (deprecated fields, pod security) would be an error one day.
        assertThat(result.stderr()).doesNotContain("Warning");
    }

    @Test
    void aMisspeltFieldIsSeen() {
        String wrong = labContext.gathered().windowsOverlay().replace("hostProcess: true", "hostprocess: true");

        Result refused = api.admin(wrong, "apply", "--dry-run=server", "--validate=strict", "-f", "-");

        assertThat(refused.ok()).isFalse();
        assertThat(refused.stderr()).contains("unknown field", "hostprocess");
    }

    @ParameterizedTest
    @CsvSource({"kube-flannel, flannel-windows", "kube-system, kube-proxy-windows"})
    void hostProcessPodsAreAdmitted(String namespace, String daemonSet) {
        assertThat(api.must(pod(namespace, daemonSet), "create", "--dry-run=server", "--validate=strict", "-f", "-"))
                .contains("created");
    }

    @Test
    void anOrdinaryNamespaceWouldRefuseThem() {
        api.must("{apiVersion: v1, kind: Namespace, metadata: {name: strict, labels: "
                + "{pod-security.kubernetes.io/enforce: baseline}}}", "create", "-f", "-");
        api.must("{apiVersion: v1, kind: ServiceAccount, metadata: {name: flannel-windows, namespace: strict}}",
                "create", "-f", "-");
        String pod = pod("kube-flannel", "flannel-windows").replace("\"kube-flannel\"", "\"strict\"");

        Result refused = api.admin(pod, "create", "--dry-run=server", "-f", "-");

        assertThat(refused.ok()).isFalse();
        assertThat(refused.stderr()).contains("violates PodSecurity", "hostProcess");
    }

    @ParameterizedTest
    @CsvSource({
        "flannel, get, nodes, '', yes",
        "flannel, list, nodes, '', yes",
        "flannel, watch, nodes, '', yes",
        "flannel, patch, nodes, status, yes",
        "flannel, patch, nodes, '', no",
        "flannel, update, nodes, status, no",
        "flannel, create, nodes, '', no",
        "flannel, delete, nodes, '', no",
        "flannel, list, pods, '', no",
        "flannel, create, pods, '', no",
        "flannel, create, pods, exec, no",
        "flannel, get, secrets, '', no",
        "flannel, list, secrets, '', no",
        "flannel, get, configmaps, '', no",
        "flannel, create, serviceaccounts, token, no",
        "flannel, create, certificatesigningrequests.certificates.k8s.io, '', no",
        "flannel, '*', '*', '', no",
        "kube-proxy, list, services, '', yes",
        "kube-proxy, watch, services, '', yes",
        "kube-proxy, watch, endpointslices.discovery.k8s.io, '', yes",
        "kube-proxy, get, nodes, '', yes",
        "kube-proxy, create, events.events.k8s.io, '', yes",
        "kube-proxy, patch, nodes, '', no",
        "kube-proxy, patch, nodes, status, no",
        "kube-proxy, update, services, '', no",
        "kube-proxy, list, pods, '', no",
        "kube-proxy, create, pods, '', no",
        "kube-proxy, get, secrets, '', no",
        "kube-proxy, list, secrets, '', no",
        "kube-proxy, get, configmaps, '', no",
        "kube-proxy, create, serviceaccounts, token, no",
        "kube-proxy, '*', '*', '', no",
    })
    void accounts_mayDoWhatTheyNeedOnly(String program, String verb, String resource, String subresource,
                                            String answer) {
        Result result = api.as(token(program, "win"), "", "auth", "can-i", verb, resource, "--subresource",
                subresource, "--all-namespaces");

        assertThat(result.stdout().strip()).isEqualTo(answer);
    }

    @Test
    void flannelChangesItsOwnNodeOnly() {
        String token = token("flannel", "win");

        // Until the API server has read a new policy, nobody is refused.
        await("the policy is in force").atMost(SOON).untilAsserted(() ->
                assertThat(patch(token, "windows-with-a-long-name")).contains(REFUSED));
        assertThat(patch(token, "win")).contains("\"kind\": \"Node\"").doesNotContain(REFUSED);
    }

    @Test
    void token_boundToNoNode_changesNone() {
        String token = api.must("", "create", "token", "flannel-windows", "--namespace", "kube-flannel").strip();

        await("the policy is in force").atMost(SOON).untilAsserted(() ->
                assertThat(patch(token, "win")).contains(REFUSED));
    }

    @Test
    void aTokenDiesWithItsNode() {
        api.must(NODE.formatted("leaving"), "create", "-f", "-");
        String token = token("flannel", "leaving");
        assertThat(api.as(token, "", "get", "nodes")).matches(Result::ok);

        api.must("", "delete", "node", "leaving");

        await("the token is worth nothing").atMost(SOON).until(() -> !api.as(token, "", "get", "nodes").ok());
    }

    /** As flanneld keeps its lease. */
    private static String patch(String token, String node) {
        return api.patch(token, "/api/v1/nodes/%s/status".formatted(node), LEASE);
    }

    /** As {@link WindowsOverlayInPlace} gets it. */
    private static String token(String program, String node) {
        String namespace = program.equals("flannel") ? "kube-flannel" : "kube-system";
        return TOKENS.computeIfAbsent(program + " on " + node, key ->
                AccountToken.mint(labContext.cluster().api(), namespace, program + "-windows", node, HOUR).value());
    }

    /** The pod that the controller manager would make of the DaemonSet's template, JSON. */
    private static String pod(String namespace, String daemonSet) {
        Manifest object = Manifest.parse(labContext.gathered().windowsOverlay()).stream()
                .filter(one -> one.kind().equals("DaemonSet") && one.name().equals(daemonSet)).findFirst()
                .orElseThrow();
        Map<?, ?> set = new Yaml(new SafeConstructor(new LoaderOptions())).load(object.yaml());
        Map<?, ?> template = (Map<?, ?>) ((Map<?, ?>) set.get("spec")).get("template");
        return JsonMapper.shared().writeValueAsString(Map.of("apiVersion", "v1", "kind", "Pod",
                "metadata", Map.of("name", daemonSet, "namespace", namespace), "spec", template.get("spec")));
    }
}

package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.cluster.api.RecordedApiServer;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.machine.MachinePrepared;
import org.hybridlab.provision.up.SuspectSettings;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What steps see of that which somebody changed since the last {@code up}, and what their runs do about it. */
class DriftProbesTest {
    private static final String WEB = "/apis/apps/v1/namespaces/default/deployments/web";
    private static final String COREDNS = "/apis/apps/v1/namespaces/kube-system/deployments/coredns";
    private static final String PROXY = "/apis/apps/v1/namespaces/kube-system/daemonsets/kube-proxy";
    private static final String FLANNEL = "/apis/apps/v1/namespaces/kube-flannel/daemonsets/kube-flannel-ds";
    private static final String LAB = """
            name: drift
            machines: [{name: control, role: control-plane, memory: 3000MiB}, {name: node}]
            apps: [{name: web, manifests: [web.yaml]%s}]
            """;
    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              selector: {matchLabels: {app: web}}
              template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web:1}]}}
            """;

    @TempDir
    private Path folder;
    private final RecordedApiServer api = new RecordedApiServer();
    private final FakeMachines machines = new FakeMachines();
    private LabContext tools;

    @BeforeEach
    void lab() throws IOException {
        lab("");
    }

    private void lab(String scale) throws IOException {
        Files.writeString(folder.resolve("web.yaml"), DEPLOYMENT);
        Files.writeString(folder.resolve("lab.yaml"), LAB.formatted(scale));
        tools = DriftTestLab.of(folder, api, machines);
    }

    @ParameterizedTest
    @ValueSource(strings = {"app-applied/web", "pod-network-applied", "system-pods-ready"})
    void anApiServerThatCannotSayIsNeitherThereNorGone(String step) {
        List.of(WEB, "/api/v1/namespaces/kube-flannel", COREDNS).forEach(path -> api.failing(path,
                LabException.labFailed("api-refused", "The API server refused to get %s (500).".formatted(path), "")));

        Probe probe = action(step).probe(new QuietContext());

        assertThat(probe.answer()).isEqualTo(Probe.Answer.UNKNOWN);
        assertThat(probe.reason()).contains("(500)");
    }

    @Test
    void theLabFilesScaleIsPartOfTheApp() throws IOException {
        lab(", scale: {web: 3}");
        api.with(WEB, "{\"spec\":{\"replicas\":1}}").withDryRun(WEB, "{\"spec\":{\"replicas\":3}}");

        assertThat(action("app-applied/web").probe(new QuietContext()).reason())
                .isEqualTo("deployment/web: spec.replicas is 1 instead of 3");
        action("app-applied/web").run(new QuietContext());
        assertThat(api.told()).singleElement().asString().contains("replicas: 3");
    }

    @Test
    void aScaleThatNoFileStatesIsNobodysButTheUsers() {
        api.with(WEB, "{\"spec\":{\"replicas\":0}}").withDryRun(WEB, "{\"spec\":{\"replicas\":0}}");

        assertThat(action("app-applied/web").probe(new QuietContext()).isPresent()).isTrue();
        action("app-applied/web").run(new QuietContext());
        assertThat(api.told()).noneMatch(told -> told.contains("replicas"));
        api.with("/api/v1/nodes", "{\"items\":[]}");
        assertThat(SuspectSettings.of(tools, "drift"))
                .containsExactly("Left as it is: deployment/web of the app web is "
                + "scaled to 0. If that is a mistake: hybridlab kubectl drift scale deployment/web --replicas=1");
    }

    @Test
    void cordonsAndTaintsOfSomebodyAreSaidAndThoseOfKubernetesAndOfStrangersAreNot() {
        api.with("/api/v1/nodes", """
                {"items":[
                  {"metadata":{"name":"node"},"spec":{"unschedulable":true,"taints":[
                    {"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule"},
                    {"key":"mine","effect":"NoExecute"},{"key":"soft","effect":"PreferNoSchedule"}]}},
                  {"metadata":{"name":"control"},"spec":{"taints":[
                    {"key":"node-role.kubernetes.io/control-plane","effect":"NoSchedule"}]}},
                  {"metadata":{"name":"stranger"},"spec":{"unschedulable":true}}]}""");

        assertThat(SuspectSettings.of(tools, "drift")).hasSize(2)
                .anyMatch(line -> line.contains("node is cordoned") && line.endsWith("hybridlab uncordon drift node"))
                .anyMatch(line -> line.endsWith("taint nodes node mine:NoExecute-"));
    }

    @Test
    void aClusterThatDoesNotAnswerHasNothingSuspect() {
        api.notReady();

        assertThat(SuspectSettings.of(tools, "drift")).isEmpty();
    }

    @Test
    void systemPodsAreReadyOnceBothOfCoreDnsAreAndEachNodeHasTheOthers() {
        api.with(COREDNS, deployment(2, 2)).with(PROXY, daemonSet(2, 2)).with(FLANNEL, daemonSet(2, 2))
                .with("/api/v1/nodes", "{\"items\":[]}");
        assertThat(seen("system-pods-ready")).isEqualTo("CoreDNS, kube-proxy and flannel are ready");

        api.with(COREDNS, deployment(2, 1));
        assertThat(seen("system-pods-ready")).isEqualTo("coredns has 1 of 2 pods available");

        api.with(COREDNS, deployment(2, 2)).with(PROXY, daemonSet(1, 1));
        assertThat(seen("system-pods-ready")).isEqualTo("kube-proxy has 1 of 2 pods available");
    }

    /** A node stays when its machine is destroyed, and its pods are never ready again. */
    @Test
    void aNodeThatIsNotTheLabsIsNotWaitedFor() {
        api.with(COREDNS, deployment(2, 2)).with(PROXY, daemonSet(3, 2)).with(FLANNEL, daemonSet(3, 2))
                .with("/api/v1/nodes", "{\"items\":[%s,%s,%s]}".formatted(node("control"), node("node"), node("gone")))
                .with("/api/v1/pods", "{\"items\":[%s,%s,%s,%s]}".formatted(pod("kube-proxy", "control"),
                        pod("kube-proxy", "node"), pod("kube-flannel-ds", "control"), pod("kube-flannel-ds", "node")));
        assertThat(seen("system-pods-ready")).isEqualTo("CoreDNS, kube-proxy and flannel are ready");

        api.with("/api/v1/pods", "{\"items\":[%s,%s,%s,%s]}".formatted(pod("kube-proxy", "control"),
                pod("kube-proxy", "gone"), pod("kube-flannel-ds", "control"), pod("kube-flannel-ds", "node")));
        assertThat(seen("system-pods-ready")).isEqualTo("kube-proxy has 1 of 2 pods available");
    }

    private static String node(String name) {
        return "{\"metadata\":{\"name\":\"%s\"}}".formatted(name);
    }

    private static String pod(String daemonSet, String node) {
        return """
                {"metadata":{"name":"%1$s-%2$s","ownerReferences":[{"kind":"DaemonSet","name":"%1$s",\
                "controller":true}]},
                 "spec":{"nodeName":"%2$s"},
                 "status":{"phase":"Running","containerStatuses":[{"name":"it","ready":true,"state":{"running":{}}}]}}
                """.formatted(daemonSet, node);
    }

    @Test
    void podsOfAnEarlierTemplateDoNotCount() {
        api.with("/api/v1/nodes", "{\"items\":[]}");
        api.with(PROXY, daemonSet(2, 2)).with(FLANNEL, daemonSet(2, 2)).with(COREDNS, """
                {"metadata":{"generation":4},"spec":{"replicas":2},
                 "status":{"observedGeneration":3,"updatedReplicas":2,"availableReplicas":2}}""");
        assertThat(seen("system-pods-ready")).isEqualTo("coredns has 0 of 2 pods available");

        api.with(COREDNS, """
                {"metadata":{"generation":4},"spec":{"replicas":2},
                 "status":{"observedGeneration":4,"updatedReplicas":1,"availableReplicas":2}}""");
        assertThat(seen("system-pods-ready")).isEqualTo("coredns has 1 of 2 pods available");
    }

    private static String deployment(int wanted, int available) {
        return """
                {"metadata":{"generation":1},"spec":{"replicas":%d},"status":{"observedGeneration":1,
                 "updatedReplicas":%d,"availableReplicas":%d}}""".formatted(wanted, wanted, available);
    }

    private static String daemonSet(int scheduled, int available) {
        return """
                {"metadata":{"generation":1},"status":{"observedGeneration":1,"desiredNumberScheduled":%d,
                 "updatedNumberScheduled":%d,"numberAvailable":%d}}""".formatted(scheduled, scheduled, available);
    }

    @Test
    void flannelStartsAgainWhenItsConfigurationWasAnotherAndOnlyThen() {
        String configuration = "/api/v1/namespaces/kube-flannel/configmaps/kube-flannel-cfg";
        action("pod-network-applied").run(new QuietContext());
        assertThat(api.told()).noneMatch(told -> told.startsWith("merge"));

        api.with(configuration, "{\"data\":{\"net-conf.json\":\"ours\"}}");
        action("pod-network-applied").run(new QuietContext());
        assertThat(api.told()).noneMatch(told -> told.startsWith("merge"));

        api.with(configuration, "{\"data\":{\"net-conf.json\":\"theirs\"}}")
                .afterApply(configuration, "{\"data\":{\"net-conf.json\":\"ours\"}}");
        action("pod-network-applied").run(new QuietContext());
        assertThat(api.told()).filteredOn(told -> told.startsWith("merge")).singleElement().asString()
                .contains(FLANNEL, "kubectl.kubernetes.io/restartedAt");
    }

    @Test
    void kubeadmSaysOnceWhatItsAddonsAreAndTheWorkspaceKnowsThem() {
        machines.answer = """
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: coredns
                  namespace: kube-system
                spec:
                  replicas: 2
                  template:
                    spec:
                      containers:
                      - name: coredns
                        readinessProbe:
                          httpGet:
                            path: /ready
                ---
                apiVersion: v1
                kind: Service
                metadata:
                  name: kube-dns
                  namespace: kube-system
                  resourceVersion: "0"
                ---
                apiVersion: apps/v1
                kind: DaemonSet
                metadata:
                  name: kube-proxy
                  namespace: kube-system
                """;
        assertThat(seen("addons-applied")).contains("not known yet");
        action("addons-applied").run(new QuietContext());

        assertThat(api.told()).hasSize(3).noneMatch(told -> told.startsWith("delete"));
        assertThat(api.told().get(0)).startsWith("apply /api/v1/namespaces/kube-system/services/kube-dns")
                .doesNotContain("resourceVersion");
        assertThat(api.told().get(1)).startsWith("apply " + COREDNS)
                .containsPattern("readinessProbe:\n +periodSeconds: [13]\n +httpGet:");

        int asked = machines.commands.size();
        assertThat(seen("addons-applied")).contains("there is no service/kube-dns", "there is no deployment/coredns");
        action("addons-applied").run(new QuietContext());
        assertThat(machines.commands).hasSize(asked);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Welcome to Debian!", "apiVersion: v1\nkind: Service\nmetadata: {name: kube-dns}\n"})
    void anAnswerWithoutAllOfTheAddonsIsNoneOfTheirManifests(String answer) {
        machines.answer = answer;

        assertThatThrownBy(() -> action("addons-applied").run(new QuietContext())).isInstanceOfSatisfying(
                LabException.class, e -> assertThat(e.id()).isEqualTo("kubeadm-addons-failed"));
        assertThat(seen("addons-applied")).contains("not known yet");
        assertThat(api.told()).isEmpty();
    }

    @Test
    void aMachineWhoseServicesSomebodyStoppedIsNotPrepared() {
        String marker = Fingerprint.of(tools.files().prepare().get("node"));
        machines.answer = marker + "\n";
        assertThat(prepared().isPresent()).isTrue();

        machines.answer = marker + "\n\nits kubelet is disabled and inactive\n";
        assertThat(prepared()).isEqualTo(Probe.absent("its kubelet is disabled and inactive"));

        machines.answer = "";
        assertThat(prepared().answer()).isEqualTo(Probe.Answer.UNKNOWN);

        machines.answer = "\nits kubelet is disabled and inactive\n";
        assertThat(prepared().reason()).contains("have not run since its last boot");
        assertThat(tools.files().prepare().get("node")).contains("systemctl --quiet enable \"$service\"");
    }

    private Probe prepared() {
        return new MachinePrepared(tools, machine("node")).look(new QuietContext());
    }

    private Machine machine(String name) {
        return tools.lab().machine(name).orElseThrow();
    }

    private String seen(String step) {
        return action(step).probe(new QuietContext()).reason();
    }

    private Action action(String step) {
        return UpPlanner.plan(tools).step(step).action();
    }

    /** Whatever they are asked, they give the same answer. */
    private static final class FakeMachines implements Processes {
        private final List<Command> commands = new ArrayList<>();
        private String answer = "";

        @Override
        public Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
            commands.add(command);
            return new Result(command, 0, answer, "", Duration.ZERO);
        }
    }
}

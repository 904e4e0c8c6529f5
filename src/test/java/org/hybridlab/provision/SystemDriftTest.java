package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.provision.machine.MachinePrepared;
import org.hybridlab.provision.up.SuspectSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What steps see and do about what runs in kube-system and kube-flannel. */
class SystemDriftTest extends DriftedLab {
    private static final String READY = "CoreDNS, kube-proxy and flannel are ready";

    private void allReady() {
        api.with(COREDNS, deployment(2, 2)).with(PROXY, daemonSet("kube-proxy", 2, 2))
                .with(FLANNEL, daemonSet("kube-flannel-ds", 2, 2)).with("/api/v1/nodes", "{\"items\":[]}")
                .with("/api/v1/pods", pods(true, "control", "node"));
    }

    @Test
    void systemPods_withAgents_areReady() {
        allReady();
        assertThat(seen("system-pods-ready")).isEqualTo(READY);

        api.with(COREDNS, deployment(2, 1));
        assertThat(seen("system-pods-ready")).isEqualTo("coredns has 1 of 2 pods available");

        api.with(COREDNS, deployment(2, 2)).with(PROXY, daemonSet("kube-proxy", 1, 1));
        assertThat(seen("system-pods-ready")).isEqualTo("kube-proxy has 1 of 2 pods available");
    }

    /** After a boot, until the controller manager has started. */
    @Test
    void statusesOfBefore_areNotBelieved() {
        allReady();
        api.with("/api/v1/pods", pods(false, "control", "node"));

        assertThat(seen("system-pods-ready")).isEqualTo("coredns has 0 of 2 pods available, "
                + "kube-proxy has 0 of 2 pods available, kube-flannel-ds has 0 of 2 pods available");
    }

    /** A DaemonSet keeps pods of nodes that were tainted since, and a rollout has some more for a while. */
    @Test
    void appsPods_areAsked_andMayBeMore() {
        api.with(WEB, """
                {"metadata":{"name":"web","generation":1},"spec":{"replicas":2},
                 "status":{"observedGeneration":1,"replicas":2,"updatedReplicas":2,"readyReplicas":2,
                  "availableReplicas":2}}""");

        api.with("/api/v1/namespaces/default/pods", webPods(true, "control"));
        assertThat(seen("app-ready/web")).isEqualTo("deployment/web has 1 of 2 pods ready");
        api.with("/api/v1/namespaces/default/pods", webPods(false, "control", "node"));
        assertThat(seen("app-ready/web")).startsWith("deployment/web has 0 of 2 pods ready: web-7d-control: ");
        api.with("/api/v1/namespaces/default/pods", webPods(true, "control", "node", "other"));
        assertThat(seen("app-ready/web")).isEqualTo("all pods of web are ready");
    }

    private static String webPods(boolean ready, String... nodes) {
        return Stream.of(nodes).map(node -> pod("ReplicaSet/web-7d", node, ready))
                .collect(Collectors.joining(",", "{\"items\":[", "]}"));
    }

    /** A node stays when its machine is destroyed, and its pods are never ready again. */
    @Test
    void foreignNode_isNotWaitedFor() {
        allReady();
        api.with(PROXY, daemonSet("kube-proxy", 3, 2)).with(FLANNEL, daemonSet("kube-flannel-ds", 3, 2))
                .with("/api/v1/nodes", "{\"items\":[%s,%s,%s]}".formatted(node("control"), node("node"), node("gone")));
        assertThat(seen("system-pods-ready")).isEqualTo(READY);

        api.with("/api/v1/pods", pods(true, "control", "gone"));
        assertThat(seen("system-pods-ready")).isEqualTo(
                "kube-proxy has 1 of 2 pods available, kube-flannel-ds has 1 of 2 pods available");
    }

    private static String node(String name) {
        return "{\"metadata\":{\"name\":\"%s\"}}".formatted(name);
    }

    /** One of each on each node. */
    private static String pods(boolean ready, String... nodes) {
        return Stream.of(nodes).flatMap(node -> Stream.of("ReplicaSet/coredns-7d", "DaemonSet/kube-proxy",
                "DaemonSet/kube-flannel-ds").map(owner -> pod(owner, node, ready)))
                .collect(Collectors.joining(",", "{\"items\":[", "]}"));
    }

    private static String pod(String owner, String node, boolean ready) {
        return """
                {"metadata":{"name":"%1$s-%3$s","labels":{"pod-template-hash":"7d"},"ownerReferences":[
                  {"kind":"%2$s","name":"%1$s","controller":true}]},
                 "spec":{"nodeName":"%3$s"},
                 "status":{"phase":"Running","containerStatuses":[{"name":"it","ready":%4$s,"state":{"running":{}}}]}}
                """.formatted(owner.replaceFirst(".*/", ""), owner.replaceFirst("/.*", ""), node, ready);
    }

    @Test
    void podsOfAnEarlierTemplateDoNotCount() {
        allReady();
        api.with(COREDNS, """
                {"metadata":{"name":"coredns","generation":4},"spec":{"replicas":2},
                 "status":{"observedGeneration":3,"updatedReplicas":2,"availableReplicas":2}}""");
        assertThat(seen("system-pods-ready")).isEqualTo("coredns has 0 of 2 pods available");

        api.with(COREDNS, """
                {"metadata":{"name":"coredns","generation":4},"spec":{"replicas":2},
                 "status":{"observedGeneration":4,"updatedReplicas":1,"availableReplicas":2}}""");
        assertThat(seen("system-pods-ready")).isEqualTo("coredns has 1 of 2 pods available");
    }

    private static String deployment(int wanted, int available) {
        return """
                {"metadata":{"name":"coredns","generation":1},"spec":{"replicas":%d},"status":{"observedGeneration":1,
                 "updatedReplicas":%d,"availableReplicas":%d}}""".formatted(wanted, wanted, available);
    }

    private static String daemonSet(String name, int scheduled, int available) {
        return """
                {"metadata":{"name":"%s","generation":1},"status":{"observedGeneration":1,"desiredNumberScheduled":%d,
                 "updatedNumberScheduled":%d,"numberAvailable":%d}}""".formatted(name, scheduled, scheduled, available);
    }

    @Test
    void flannel_afterChangedConfigurationOnly_startsAgain() {
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
    void addons_areSaidOnceByKubeadm_andKept() {
        said = """
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
    void incompleteAddons_areNoManifests(String answer) {
        said = answer;

        assertThatThrownBy(() -> action("addons-applied").run(new QuietContext())).isInstanceOfSatisfying(
                LabException.class, e -> assertThat(e.id()).isEqualTo("kubeadm-addons-failed"));
        assertThat(seen("addons-applied")).contains("not known yet");
        assertThat(api.told()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"app-applied/web", "pod-network-applied", "system-pods-ready"})
    void silentApiServer_isNeitherThereNorGone(String step) {
        List.of(WEB, "/api/v1/namespaces/kube-flannel", COREDNS).forEach(path -> api.failing(path,
                LabException.labFailed("api-refused", "The API server refused to get %s (500).".formatted(path), "")));

        Probe probe = action(step).probe(new QuietContext());

        assertThat(probe.answer()).isEqualTo(Probe.Answer.UNKNOWN);
        assertThat(probe.reason()).contains("(500)");
    }

    @Test
    void scaleInFile_isPartOfTheApp() throws IOException {
        lab(", scale: {web: 3}");
        api.with(WEB, "{\"spec\":{\"replicas\":1}}").withDryRun(WEB, "{\"spec\":{\"replicas\":3}}");

        assertThat(action("app-applied/web").probe(new QuietContext()).reason())
                .isEqualTo("deployment/web: spec.replicas is 1 instead of 3");
        action("app-applied/web").run(new QuietContext());
        assertThat(api.told()).singleElement().asString().contains("replicas: 3");
    }

    @Test
    void scale_inNoFile_isTheUsers() {
        api.with(WEB, "{\"spec\":{\"replicas\":0}}").withDryRun(WEB, "{\"spec\":{\"replicas\":0}}");

        assertThat(action("app-applied/web").probe(new QuietContext()).isPresent()).isTrue();
        action("app-applied/web").run(new QuietContext());
        assertThat(api.told()).noneMatch(told -> told.contains("replicas"));
        api.with("/api/v1/nodes", "{\"items\":[]}");
        assertThat(SuspectSettings.of(labContext))
                .containsExactly("Left as it is: deployment/web of the app web is "
                + "scaled to 0. If that is a mistake: hybridlab kubectl drift scale deployment/web --replicas=1");
    }

    @Test
    void cordonsAndTaints_ofUsers_areNamed() {
        api.with("/api/v1/nodes", """
                {"items":[
                  {"metadata":{"name":"node"},"spec":{"unschedulable":true,"taints":[
                    {"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule"},
                    {"key":"node.kubernetes.io/out-of-service","effect":"NoExecute"},
                    {"key":"mine","effect":"NoExecute"},{"key":"soft","effect":"PreferNoSchedule"}]}},
                  {"metadata":{"name":"control"},"spec":{"taints":[
                    {"key":"node-role.kubernetes.io/control-plane","effect":"NoSchedule"}]}},
                  {"metadata":{"name":"stranger"},"spec":{"unschedulable":true}}]}""");

        assertThat(SuspectSettings.of(labContext)).hasSize(3)
                .anyMatch(line -> line.endsWith("taint nodes node node.kubernetes.io/out-of-service:NoExecute-"))
                .anyMatch(line -> line.contains("node is cordoned") && line.endsWith("hybridlab uncordon drift node"))
                .anyMatch(line -> line.endsWith("taint nodes node mine:NoExecute-"));
    }

    @Test
    void silentCluster_hasNothingSuspect() {
        api.missing(Integer.MAX_VALUE);

        assertThat(SuspectSettings.of(labContext)).isEmpty();
    }

    @Test
    void machine_withStoppedServices_isNotPrepared() {
        String marker = Fingerprint.of(labContext.files().prepare().get("node"));
        said = marker + "\n";
        assertThat(prepared().isPresent()).isTrue();

        said = marker + "\n\nits kubelet is disabled and inactive\n";
        assertThat(prepared()).isEqualTo(Probe.absent("its kubelet is disabled and inactive"));

        said = "";
        assertThat(prepared().answer()).isEqualTo(Probe.Answer.UNKNOWN);

        said = "\nits kubelet is disabled and inactive\n";
        assertThat(prepared().reason()).contains("have not run since its last boot");
        assertThat(labContext.files().prepare().get("node")).contains("systemctl --quiet enable \"$service\"");
    }

    private Probe prepared() {
        return new MachinePrepared(labContext, machine("node")).look(new QuietContext());
    }
}

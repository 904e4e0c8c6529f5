package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.diagnose.ClusterObjectTexts.ADMISSION;
import static org.hybridlab.diagnose.ClusterObjectTexts.COREFILE;
import static org.hybridlab.diagnose.ClusterObjectTexts.OLD;
import static org.hybridlab.diagnose.ClusterObjectTexts.RBAC;
import static org.hybridlab.diagnose.ClusterObjectTexts.asking;
import static org.hybridlab.diagnose.ClusterObjectTexts.balancer;
import static org.hybridlab.diagnose.ClusterObjectTexts.claim;
import static org.hybridlab.diagnose.ClusterObjectTexts.condition;
import static org.hybridlab.diagnose.ClusterObjectTexts.daemons;
import static org.hybridlab.diagnose.ClusterObjectTexts.ending;
import static org.hybridlab.diagnose.ClusterObjectTexts.object;
import static org.hybridlab.diagnose.ClusterObjectTexts.pending;
import static org.hybridlab.diagnose.ClusterObjectTexts.put;
import static org.hybridlab.diagnose.ClusterObjectTexts.refused;
import static org.hybridlab.diagnose.ClusterObjectTexts.sending;
import static org.hybridlab.diagnose.ClusterObjectTexts.sendingToNumber;
import static org.hybridlab.diagnose.ClusterObjectTexts.service;
import static org.hybridlab.diagnose.ClusterObjectTexts.webhook;
import static org.hybridlab.diagnose.ClusterObjectTexts.well;
import static org.hybridlab.diagnose.ClusterObjectTexts.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.check.Checks;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.diagnose.object.ObjectEvidence;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A cluster whose objects are well, and each thing that can be wrong with one, beside its twin that is well. */
class ObjectFindingsTest {
    private static final KnownFailures KNOWN = KnownFailures.read(Path.of(""));
    private static final Redactor NO_SECRETS = new Redactor(List.of());
    private static final Instant NOW = Instant.parse("2026-11-21T15:00:00Z");
    private static final Lab LAB = LabFile.read(Path.of("labs/first-cluster/lab.yaml"), Cidr.parse("10.1.0.0/24"))
            .orThrow();

    static Stream<Arguments> additions() {
        return Stream.of(
                add("webhook-not-answering", ADMISSION + "validatingwebhookconfigurations", webhook("", "gone"),
                        webhook("\"failurePolicy\":\"Ignore\",", "gone")),
                add("webhook-not-answering", ADMISSION + "validatingwebhookconfigurations", webhook("", "gone"),
                        webhook("", "gone").replace(OLD, "2026-11-21T14:59:30Z")),
                add("webhook-without-endpoint", ADMISSION + "mutatingwebhookconfigurations", webhook("", "empty"),
                        webhook("", "served")),
                add("api-service-unavailable", "/apis/apiregistration.k8s.io/v1/apiservices",
                        object("", "v1.example.org", "", condition("Available", "False", "ServiceNotFound")),
                        object("", "v1.example.org", "", condition("Available", "True", "Passed"))),
                add("object-held-by-finalizer", "/api/v1/configmaps", ending(OLD, "example.org/held"),
                        ending("2026-11-21T14:59:55Z", "example.org/held")),
                add("object-held-by-finalizer", "/api/v1/configmaps", ending(OLD, "example.org/held"),
                        ending(OLD, "kubernetes.io/pvc-protection")),
                add("limit-range-refuses", "/apis/apps/v1/deployments", refused(
                        "maximum cpu usage per Container is 100m, but limit is 200m"), workload("")),
                add("quota-exceeded", "/apis/apps/v1/deployments", refused(
                        "exceeded quota: small, requested: pods=1"), workload("")),
                add("service-account-missing", "/apis/apps/v1/deployments", refused("error looking up service account "
                        + "default/none: serviceaccount \\\"none\\\" not found"), workload("")),
                add("system-node-selector", "/apis/apps/v1/daemonsets", daemons("team", "blue", 0),
                        daemons("kubernetes.io/os", "windows", 0)),
                add("system-node-selector", "/apis/apps/v1/daemonsets", daemons("team", "blue", 0),
                        daemons("team", "blue", 0).replace("kube-proxy", "node-agent")),
                add("system-node-selector", "/apis/apps/v1/daemonsets", daemons("team", "blue", 0),
                        daemons("team", "blue", 0).replace("\"name\":\"kube-proxy\"",
                        "\"managedFields\":[{\"manager\":\"hybridlab\"}],\"name\":\"app-of-the-lab\"")),
                add("system-node-selector", "/apis/apps/v1/daemonsets", daemons("team", "blue", 0).replace(
                        "\"name\":\"kube-proxy\"", "\"managedFields\":[{\"manager\":\"hybridlab\"}],\"name\":"
                        + "\"kube-proxy-windows\""), daemons("team", "blue", 0).replace("kube-system", "default")),
                add("autoscaler-without-metrics", "/apis/autoscaling/v2/horizontalpodautoscalers",
                        object("default", "web", "", condition("ScalingActive", "False", "FailedGetResourceMetric")),
                        object("default", "web", "", condition("ScalingActive", "False", "ScalingDisabled"))),
                add("job-failed", "/apis/batch/v1/jobs", object("default", "import", "", condition("Failed", "True",
                        "BackoffLimitExceeded", "2026-11-21T14:50:00Z")), object("default", "import", "",
                                condition("Failed", "True", "BackoffLimitExceeded", OLD))),
                add("service-selects-nothing", "/api/v1/services", service("nobody", ""), service("web", "")),
                add("service-selector-changed", "/api/v1/services", service("nobody", "hybridlab"),
                        service("web", "hybridlab")),
                add("service-target-port-unknown", "/api/v1/services", sending("website"), sending("http")),
                add("service-target-port-unstated", "/api/v1/services", sendingToNumber(8000, ""),
                        sendingToNumber(8080, "")),
                add("service-target-port-unstated", "/api/v1/services", sendingToNumber(8000, ""),
                        sendingToNumber(8000, "\"clusterIP\":\"None\",")),
                add("service-target-port-unstated", "/api/v1/services", sendingToNumber(8000, ""),
                        sendingToNumber(8000, "").replace("{\"targetPort\"", "{\"targetPort\":8080},{\"targetPort\"")),
                add("load-balancer-pending", "/api/v1/services", balancer("[]"), balancer("[{\"ip\":\"10.0.0.9\"}]")),
                add("ingress-without-controller", "/apis/networking.k8s.io/v1/ingresses",
                        object("default", "web", "\"spec\":{\"ingressClassName\":\"nginx\"}", ""),
                        object("default", "web", "\"spec\":{\"ingressClassName\":\"here\"}", "")),
                add("network-policy-without-effect", "/apis/networking.k8s.io/v1/networkpolicies",
                        object("default", "deny", "", ""), object("default", "deny", "", "").replace("\"name\"",
                                "\"managedFields\":[{\"manager\":\"hybridlab\"}],\"name\"")),
                add("volume-claim-without-class", "/api/v1/persistentvolumeclaims", claim("Pending", "none"),
                        claim("Pending", "later")),
                add("volume-provisioner-silent", "/api/v1/persistentvolumeclaims", claim("Pending", "fast"),
                        claim("Bound", "fast")),
                add("volume-lost", "/api/v1/persistentvolumeclaims", claim("Lost", "fast"), claim("Bound", "none")),
                add("certificate-request-waiting", "/apis/certificates.k8s.io/v1/certificatesigningrequests",
                        object("", "ann", "", ""), object("", "ann", "", condition("Approved", "True", "Yes"))),
                add("scheduler-name-unknown", "/api/v1/pods", pending("mine"), pending("default-scheduler")),
                add("pod-node-label-missing", "/api/v1/pods", asking("disk"), asking("kubernetes.io/os")));
    }

    @ParameterizedTest
    @MethodSource("additions")
    void unwellObject_isFound_itsTwinNot(String id, String path, String bad, String good) {
        Map<String, List<String>> broken = well();
        broken.get(path).add(bad);
        Map<String, List<String>> fine = well();
        fine.get(path).add(good);

        assertThat(found(broken)).containsExactly(id);
        assertThat(found(fine)).isEmpty();
    }

    @Test
    void heldNetworkPolicy_isNotFound() {
        Map<String, List<String>> objects = well();
        objects.get("/apis/networking.k8s.io/v1/networkpolicies").add(object("default", "deny", "", ""));
        objects.get("/api/v1/pods").add(object("kube-system", "policies-1", "\"spec\":{\"nodeName\":\"node\","
                + "\"containers\":[{\"image\":\"registry.k8s.io/networking/kube-network-policies:v1.0.0\"}]}", ""));

        assertThat(found(objects)).isEmpty();
    }

    static Stream<Arguments> removals() {
        return Stream.of(
                Arguments.of("addon-needs-missing", RBAC + "clusterrolebindings", "kubeadm:node-proxier"),
                Arguments.of("addon-needs-missing", "/api/v1/configmaps", "\"kube-proxy\""),
                Arguments.of("addon-account-missing", "/api/v1/serviceaccounts", "\"coredns\""),
                Arguments.of("pod-network-needs-missing", RBAC + "clusterroles", "\"flannel\""),
                Arguments.of("join-needs-missing", "/api/v1/configmaps", "kubeadm-config"),
                Arguments.of("join-needs-missing", RBAC + "clusterrolebindings", "kubeadm:get-nodes"),
                Arguments.of("dns-service-missing", "/api/v1/services", "kube-dns"),
                Arguments.of("namespace-defaults-missing", "/api/v1/serviceaccounts", "\"default\",\"name\":\"default"),
                Arguments.of("node-missing", "/api/v1/nodes", "\"node\""));
    }

    @ParameterizedTest
    @MethodSource("removals")
    void anObjectThatIsGone_isFound(String id, String path, String which) {
        Map<String, List<String>> objects = well();
        assertThat(objects.get(path).removeIf(one -> one.contains(which))).isTrue();

        assertThat(found(objects)).containsExactly(id);
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                Arguments.of("dns-config-broken", "/api/v1/configmaps", COREFILE, ".:53 {"),
                Arguments.of("dns-config-broken", "/api/v1/configmaps", "kubernetes cluster.local", "whoami"),
                Arguments.of("dns-service-address-differs", "/api/v1/services", "10.96.0.10", "10.96.0.77"),
                Arguments.of("pod-network-settings-differ", "/api/v1/configmaps", "10.244.0.0/16", "10.99.0.0/16"),
                Arguments.of("scheduler-silent", "/apis/coordination.k8s.io/v1/leases",
                        "\"name\":\"kube-scheduler\"},\"spec\":{\"renewTime\":\"2026-11-21T14:59:58.000000Z\"",
                        "\"name\":\"kube-scheduler\"},\"spec\":{\"renewTime\":\"" + OLD + "\""),
                Arguments.of("node-taint-foreign", "/api/v1/nodes", "\"name\":\"node\"},\"spec\":{}",
                        "\"name\":\"node\"},\"spec\":{\"taints\":[{\"key\":"
                        + "\"team\",\"value\":\"blue\",\"effect\":\"NoSchedule\"}]}"),
                Arguments.of("node-taint-foreign", "/api/v1/nodes", "\"name\":\"node\"},\"spec\":{}",
                        "\"name\":\"node\"},\"spec\":{\"taints\":[{\"key\":"
                        + "\"node.kubernetes.io/out-of-service\",\"effect\":\"NoExecute\"}]}"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void anObjectThatSaysSomethingElse_isFound(String id, String path, String right, String wrong) {
        Map<String, List<String>> objects = well();
        assertThat(objects.get(path)).anyMatch(one -> one.contains(right));
        objects.get(path).replaceAll(one -> one.replace(right, wrong));

        assertThat(found(objects)).containsExactly(id);
    }

    /** The only control plane has no leases. */
    @Test
    void controlLoop_withoutLease_isJudgedByPod() {
        Map<String, List<String>> objects = well();
        objects.get("/apis/coordination.k8s.io/v1/leases").clear();
        put(objects, "/api/v1/nodes", object("", "control", "\"spec\":{}", condition("Ready", "True", "Ready"))
                .replace("\"name\"", "\"labels\":{\"node-role.kubernetes.io/control-plane\":\"\"},\"name\""),
                object("", "node", "\"spec\":{}", ""));
        List<String> pods = objects.get("/api/v1/pods");
        pods.add(object("kube-system", "kube-scheduler-control", "", condition("Ready", "True", "Ready")));
        pods.add(object("kube-system", "kube-controller-manager-control", "",
                condition("Ready", "False", "Restarting", "2026-11-21T14:59:58Z")));
        assertThat(found(objects)).as("one restarts").isEmpty();

        pods.replaceAll(pod -> pod.replace("2026-11-21T14:59:58Z", OLD));
        assertThat(found(objects)).containsExactly("controller-manager-silent");

        pods.removeIf(pod -> pod.contains("kube-scheduler"));
        assertThat(found(objects)).containsExactlyInAnyOrder("controller-manager-silent", "scheduler-silent");
        objects.get("/api/v1/nodes").replaceAll(node -> node.replace("\"True\"", "\"Unknown\""));
        assertThat(found(objects)).as("its kubelet is silent, too").doesNotContain("scheduler-silent");
    }

    /** Only the first control plane has settings of kubeadm init. No machine of a foreign cluster is the lab's. */
    @Test
    void controlLoop_ofJoinedControlPlane_needsReplace() {
        Map<String, List<String>> objects = well();
        List<String> leases = objects.get("/apis/coordination.k8s.io/v1/leases");
        leases.replaceAll(one -> one.replace("2026-11-21T14:59:58.000000Z", OLD).replace("control_1f", LAB
                .firstControlPlane().name() + "_1f"));
        assertThat(findings(objects)).hasSize(2).allSatisfy(finding -> {
            assertThat(finding.safe()).isTrue();
            assertThat(finding.commands()).as("nothing of the user's is lost").satisfiesExactly(
                    copy -> assertThat(copy).contains(" cp -rT --backup=numbered /etc/kubernetes/manifests "),
                    write -> assertThat(write).contains("kubeadm init phase control-plane "));
        });

        leases.replaceAll(one -> one.replace(LAB.firstControlPlane().name() + "_1f", "second_1f"));
        assertThat(findings(objects)).hasSize(2).allSatisfy(finding -> {
            assertThat(finding.safe()).isFalse();
            assertThat(finding.commands()).containsExactly("hybridlab replace lab second");
        });
        assertThat(Findings.in(lines(objects, Optional.empty(), new ArrayList<>()), KNOWN, NO_SECRETS, "lab"))
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding.commands()).isEmpty());
    }

    /** kwok makes none of them again; `up` does. */
    @Test
    void simulatedMachine_withoutNode_isFound(@TempDir Path folder) {
        Lab lab = WindowsLabs.simulating("""
                name: duo
                machines: [{name: control, role: control-plane}, {name: node}, {name: win, os: windows}]
                """, folder).lab();

        assertThat(Findings.in(lines(well(), Optional.of(lab), new ArrayList<>()), KNOWN, NO_SECRETS, "lab"))
                .anyMatch(finding -> finding.id().equals("node-missing") && finding.place().equals("win"));
    }

    /** Most images listen on ports of which the manifest says nothing. */
    @Test
    void targetPort_ofPlainPods_isNoFinding() {
        Map<String, List<String>> objects = well();
        objects.get("/api/v1/services").add(sendingToNumber(8000, ""));
        assertThat(findings(objects)).singleElement().satisfies(finding -> {
            assertThat(finding.general()).isTrue();
            assertThat(finding.commands()).singleElement().asString().endsWith("\"value\":8080}]'");
        });

        List<String> pods = objects.get("/api/v1/pods");
        pods.add(pods.get(0).replace("web-1", "web-2").replace(",\"containerPort\":8080", ""));
        assertThat(found(objects)).isEmpty();
    }

    @Test
    void healthyCluster_hasNoFindingAndNoGap() {
        List<String> gaps = new ArrayList<>();

        assertThat(lines(well(), Optional.of(LAB), gaps)).isEmpty();
        assertThat(gaps).isEmpty();
    }

    /** Of the objects of kubeadm and hybridlab, nobody says that others must have them. */
    @Test
    void foreignCluster_needsNothingOfTheLabs() {
        Map<String, List<String>> objects = well();
        objects.get(RBAC + "clusterrolebindings").clear();
        objects.get("/api/v1/configmaps").removeIf(one -> one.contains("kubeadm-config"));

        assertThat(lines(objects, Optional.empty(), new ArrayList<>())).isEmpty();
    }

    /** Nothing makes its DNS service again; its kubelets may tell pods of a cache of names on each node. */
    @Test
    void dnsAddress_ofForeignCluster_isNotJudged(@TempDir Path folder) throws IOException {
        Lab guest = new PlannedLabs(folder).of("""
                name: guests
                kubernetes: 1.36
                cluster: {kubeconfig: admin.conf}
                network: {machines: 192.168.60.0/24}
                machines: [{name: guest, address: 192.168.60.100}]
                """).lab();
        Map<String, List<String>> objects = well();
        objects.get("/api/v1/services").replaceAll(one -> one.replace("10.96.0.10", "10.96.0.77"));

        assertThat(lines(objects, Optional.of(guest), new ArrayList<>())).isEmpty();
        assertThat(lines(objects, Optional.empty(), new ArrayList<>())).isEmpty();
        assertThat(lines(objects, Optional.of(LAB), new ArrayList<>())).isNotEmpty();
    }

    @Test
    void listNotGiven_isAGap_noFinding() {
        Set<String> onlyWhereNeeded = Set.of("/apis/policy/v1/poddisruptionbudgets", "/api/v1/limitranges",
                "/apis/storage.k8s.io/v1/storageclasses", "/apis/discovery.k8s.io/v1/endpointslices");
        for (String path : well().keySet().stream().filter(one -> !onlyWhereNeeded.contains(one)).toList()) {
            Map<String, List<String>> objects = well();
            objects.remove(path);
            List<String> gaps = new ArrayList<>();

            assertThat(lines(objects, Optional.of(LAB), gaps)).as(path).isEmpty();
            assertThat(gaps).as(path).isNotEmpty();
        }
    }

    @Test
    void aDrainThatABudgetBlocks_isFound() {
        Map<String, List<String>> objects = well();
        String budget = object("default", "web", "\"spec\":{\"selector\":{\"matchLabels\":{\"app\":\"web\"}}},"
                + "\"status\":{\"disruptionsAllowed\":0}", "");
        objects.get("/apis/policy/v1/poddisruptionbudgets").add(budget);
        assertThat(found(objects)).as("no node is cordoned").isEmpty();

        objects.get("/api/v1/nodes").replaceAll(one -> one.replace("\"spec\":{}",
                "\"spec\":{\"unschedulable\":true}"));
        assertThat(found(objects)).containsExactly("drain-blocked-by-budget");
    }

    /** Checks leave some for a moment, in namespaces of their own. */
    @Test
    void objects_ofEndingNamespace_areNoFindings() {
        for (String leaving : List.of("\"deletionTimestamp\":\"2026-11-21T14:59:59Z\"",
                "\"labels\":{\"hybridlab.org/probes\":\"\"}")) {
            Map<String, List<String>> objects = well();
            objects.get("/api/v1/services").add(service("probe", "hybridlab").replace("\"default\"", "\"checks\""));
            assertThat(found(objects)).containsExactly("service-selector-changed");

            objects.get("/api/v1/namespaces").add("{\"metadata\":{\"name\":\"checks\"," + leaving + "}}");
            assertThat(found(objects)).isEmpty();
        }
    }

    /** Nobody else knows whether an address answers. */
    @Test
    void webhook_atSilentAddress_isFoundByRefusals() {
        Map<String, List<String>> objects = well();
        objects.get(ADMISSION + "mutatingwebhookconfigurations").add(webhook("", "served"));
        objects.get("/apis/apps/v1/deployments").add(refused("failed calling webhook \\\"other.example.org\\\""));
        assertThat(found(objects)).containsExactly("webhook-call-fails");

        objects.get("/apis/apps/v1/deployments").add(refused("failed calling webhook \\\"guard.example.org\\\""));
        assertThat(found(objects)).containsExactly("webhook-not-answering");
    }

    /** Nobody renews a lease then, and the scheduler is not to blame. */
    @Test
    void webhook_thatRefusesLeases_isFoundAlone() {
        Map<String, List<String>> objects = well();
        objects.get("/apis/coordination.k8s.io/v1/leases").replaceAll(one -> one.replace("2026-11-21T14:59:58.000000Z",
                OLD));
        assertThat(found(objects)).containsExactlyInAnyOrder("scheduler-silent", "controller-manager-silent");

        objects.get(ADMISSION + "validatingwebhookconfigurations").add(webhook("\"rules\":[{\"apiGroups\":[\"*\"],"
                + "\"operations\":[\"*\"],\"resources\":[\"*/*\"]}],", "served"));
        assertThat(found(objects)).containsExactly("webhook-not-answering");
    }

    /** Pods that are replaced, and those of a machine that has just booted, are away for some seconds. */
    @ParameterizedTest
    @CsvSource({"2026-11-21T14:59:30Z, false", "2026-11-21T14:58:30Z, true"})
    void webhook_whosePodsJustLeft_isNotBlamed(String since, boolean told) {
        Map<String, List<String>> objects = well();
        objects.get(ADMISSION + "validatingwebhookconfigurations").add(webhook("", "empty"));
        objects.get("/apis/discovery.k8s.io/v1/endpointslices").replaceAll(slice -> slice.replace(
                "\"name\":\"empty-x\"", "\"creationTimestamp\":\"" + OLD + "\",\"managedFields\":[{\"time\":\""
                + since + "\"},{\"time\":\"" + OLD + "\"}],\"name\":\"empty-x\""));

        assertThat(found(objects)).isEqualTo(told ? List.of("webhook-without-endpoint") : List.of());
    }

    /** Its owner wants changes refused while nobody judges them, and nothing sets that back. */
    @Test
    void webhookOfOthers_isNeverChangedByFix() {
        Map<String, List<String>> objects = well();
        objects.get(ADMISSION + "validatingwebhookconfigurations").addAll(List.of(webhook("", "empty"),
                webhook("", "gone")));

        assertThat(findings(objects)).hasSize(2).allSatisfy(finding -> {
            assertThat(finding.safe()).isFalse();
            assertThat(finding.commands()).singleElement().asString().contains("\"value\":\"Ignore\"");
        });
    }

    @Test
    void commandsNameTheObject() {
        Map<String, List<String>> objects = well();
        objects.get(ADMISSION + "validatingwebhookconfigurations").add(webhook("", "gone"));
        objects.get("/api/v1/services").add(service("nobody", ""));

        assertThat(findings(objects)).flatExtracting(Finding::commands).containsExactly(
                "hybridlab kubectl lab patch ValidatingWebhookConfiguration guard --type=json -p "
                        + "'[{\"op\":\"add\",\"path\":\"/webhooks/0/failurePolicy\",\"value\":\"Ignore\"}]'",
                "hybridlab kubectl lab -n default set selector service lonely app=web");
    }

    /** A label on a node that the pod may not run on helps nobody. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "'labels':{} | 'nodeSelector':{'disk':'ssd'} | true",
        "'labels':{'disk':'hdd'} | 'nodeSelector':{'disk':'ssd'} | false",
        "'labels':{'zone':'b'} | 'nodeSelector':{'kubernetes.io/zone':'a','disk':'ssd'} | false",
        "'labels':{'kubernetes.io/zone':'a'} | 'nodeSelector':{'kubernetes.io/zone':'a','disk':'ssd'} | true",
        "'labels':{} | 'nodeSelector':{'rack':'1','disk':'ssd'} | true",
        "'taints':[{'key':'t','value':'v','effect':'NoSchedule'}] | 'nodeSelector':{'disk':'ssd'} | false",
        "'taints':[{'key':'t','effect':'PreferNoSchedule'}] | 'nodeSelector':{'disk':'ssd'} | true",
        "'taints':[{'key':'t','value':'v','effect':'NoSchedule'}] "
            + "| 'nodeSelector':{'disk':'ssd'},'tolerations':[{'key':'t','value':'v'}] | true",
        "'taints':[{'key':'t','value':'v','effect':'NoSchedule'}] "
            + "| 'nodeSelector':{'disk':'ssd'},'tolerations':[{'key':'t','value':'w'}] | false",
        "'taints':[{'key':'t','value':'v','effect':'NoSchedule'}] "
            + "| 'nodeSelector':{'disk':'ssd'},'tolerations':[{'operator':'Exists'}] | true",
        "'taints':[{'key':'t','effect':'NoExecute'}] | 'nodeSelector':{'disk':'ssd'},"
            + "'tolerations':[{'key':'t','operator':'Exists','effect':'NoSchedule'}] | false",
        "'labels':{} | 'nodeSelector':{'disk':'ssd'},"
            + "'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{}}} | false"})
    void missingLabel_goesToFittingNode_orNone(String node, String pod, boolean named) {
        Map<String, List<String>> objects = well();
        put(objects, "/api/v1/nodes", object("", "closed", "\"spec\":{\"unschedulable\":true}", ""),
                "{'metadata':{'name':'node',%s},'spec':{%s}}".formatted(node.startsWith("'taints") ? "'labels':{}"
                        : node, node.startsWith("'taints") ? node : "").replace('\'', '"'));
        objects.get("/api/v1/pods").add(asking("disk").replace("\"nodeSelector\":{\"disk\":\"ssd\"}",
                pod.replace('\'', '"')));

        assertThat(lines(objects, Optional.empty(), new ArrayList<>())).flatExtracting(Evidence::lines)
                .filteredOn(line -> line.contains("disk=ssd")).singleElement().asString()
                .endsWith(named ? "; node takes pods" : "which no node has");
    }

    @Test
    void twoObjectsOfOneKind_areTwoFindings() {
        Map<String, List<String>> objects = well();
        objects.get("/api/v1/persistentvolumeclaims").add(claim("Pending", "none"));
        objects.get("/api/v1/persistentvolumeclaims").add(claim("Pending", "none")
                .replace("\"name\":\"data\"", "\"name\":\"more\""));

        assertThat(found(objects)).containsExactly("volume-claim-without-class", "volume-claim-without-class");
    }

    @Test
    void policies_haveNoEffect_unlessTheLabHoldsThem(@TempDir Path folder) throws IOException {
        Lab holding = LabFile.read(Files.writeString(folder.resolve("lab.yaml"), "name: holding\nnetworkPolicy: true\n"
                + "machines: [{name: control, role: control-plane}]\n"), Cidr.parse("10.1.0.0/24")).orThrow();
        FakeApi api = api(well());
        api.with("/apis/networking.k8s.io/v1/networkpolicies",
                "{\"items\":[" + object("default", "deny", "", "") + "]}");

        assertThat(ObjectEvidence.policiesWithoutEffect(api, LAB)).containsExactly("NetworkPolicy default/deny has no "
                + "effect: flannel lets every packet through. Write `networkPolicy: true` into the lab file.");
        assertThat(ObjectEvidence.policiesWithoutEffect(api, holding)).isEmpty();
        assertThat(ObjectEvidence.policiesWithoutEffect(api.fail(FakeApi.Fault.UNREACHABLE), LAB)).isEmpty();
    }

    private static Arguments add(String id, String path, String bad, String good) {
        return Arguments.of(id, path, bad, good);
    }

    private static List<String> found(Map<String, List<String>> objects) {
        return findings(objects).stream().map(Finding::id).toList();
    }

    private static List<Finding> findings(Map<String, List<String>> objects) {
        List<String> gaps = new ArrayList<>();
        List<Evidence> lines = lines(objects, Optional.of(LAB), gaps);
        List<Finding> findings = Findings.in(lines, KNOWN, NO_SECRETS, "lab");
        assertThat(gaps).isEmpty();
        assertThat(lines).as("every line is a sign of something").allSatisfy(line ->
                assertThat(Findings.in(List.of(line), KNOWN, NO_SECRETS, "lab")).isNotEmpty());
        return findings;
    }

    private static List<Evidence> lines(Map<String, List<String>> objects, Optional<Lab> lab, List<String> gaps) {
        FakeApi api = api(objects);
        List<Evidence> evidence = new ArrayList<>();
        try {
            ObjectEvidence.of(api, lab, Set.of("control", "node"), Set.of(), Duration.ofMinutes(30), (place, line) ->
                    evidence.add(Evidence.of(EvidenceKind.OBJECT, place, "objects", List.of(line))), gaps::add);
        } catch (LabException e) {
            throw new AssertionError(e.what(), e);
        }
        return evidence;
    }

    private static FakeApi api(Map<String, List<String>> objects) {
        FakeApi api = new FakeApi().at(NOW);
        objects.forEach((path, list) -> api.with(path, "{\"items\":[" + String.join(",", list) + "]}"));
        return api;
    }
}

package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.RecordedApiServer;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.diagnose.object.ObjectEvidence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A cluster whose objects are well, and each thing that can be wrong with one, beside its twin that is well. */
class ObjectFindingsTest {
    private static final KnownFailures KNOWN = KnownFailures.read(Path.of(""));
    private static final Instant NOW = Instant.parse("2026-11-21T15:00:00Z");
    private static final Lab LAB = LabFile.read(Path.of("labs/first-cluster/lab.yaml"), Cidr.parse("10.1.0.0/24"))
            .orThrow();
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
    private static final String ADMISSION = "/apis/admissionregistration.k8s.io/v1/";
    private static final String COREFILE = ".:53 {\\n kubernetes cluster.local in-addr.arpa {\\n }\\n forward . x\\n}";
    private static final String OLD = "2026-11-21T14:00:00Z";

    static Stream<Arguments> additions() {
        return Stream.of(
                add("webhook-without-endpoint", ADMISSION + "validatingwebhookconfigurations", webhook("", "gone"),
                        webhook("\"failurePolicy\":\"Ignore\",", "gone")),
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
                add("autoscaler-without-metrics", "/apis/autoscaling/v2/horizontalpodautoscalers",
                        object("default", "web", "", condition("ScalingActive", "False", "FailedGetResourceMetric")),
                        object("default", "web", "", condition("ScalingActive", "False", "ScalingDisabled"))),
                add("job-failed", "/apis/batch/v1/jobs", object("default", "import", "", condition("Failed", "True",
                        "BackoffLimitExceeded", "2026-11-21T14:50:00Z")), object("default", "import", "",
                                condition("Failed", "True", "BackoffLimitExceeded", OLD))),
                add("service-selects-nothing", "/api/v1/services", service("nobody", ""), service("web", "")),
                add("service-selector-changed", "/api/v1/services", service("nobody", "hybridlab"),
                        service("web", "hybridlab")),
                add("load-balancer-pending", "/api/v1/services", balancer("[]"), balancer("[{\"ip\":\"10.0.0.9\"}]")),
                add("ingress-without-controller", "/apis/networking.k8s.io/v1/ingresses",
                        object("default", "web", "\"spec\":{\"ingressClassName\":\"nginx\"}", ""),
                        object("default", "web", "\"spec\":{\"ingressClassName\":\"here\"}", "")),
                add("volume-claim-without-class", "/api/v1/persistentvolumeclaims", claim("Pending", "none"),
                        claim("Pending", "later")),
                add("volume-provisioner-silent", "/api/v1/persistentvolumeclaims", claim("Pending", "fast"),
                        claim("Bound", "fast")),
                add("volume-lost", "/api/v1/persistentvolumeclaims", claim("Lost", "fast"), claim("Bound", "none")),
                add("certificate-request-waiting", "/apis/certificates.k8s.io/v1/certificatesigningrequests",
                        object("", "ann", "", ""), object("", "ann", "", condition("Approved", "True", "Yes"))),
                add("scheduler-name-unknown", "/api/v1/pods", pending("mine"), pending("default-scheduler")));
    }

    @ParameterizedTest
    @MethodSource("additions")
    void anObjectThatIsNotWell_isFound_andItsTwinIsNot(String id, String path, String bad, String good) {
        Map<String, List<String>> broken = well();
        broken.get(path).add(bad);
        Map<String, List<String>> fine = well();
        fine.get(path).add(good);

        assertThat(found(broken)).containsExactly(id);
        assertThat(found(fine)).isEmpty();
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
                        + "\"team\",\"value\":\"blue\",\"effect\":\"NoSchedule\"}]}"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void anObjectThatSaysSomethingElse_isFound(String id, String path, String right, String wrong) {
        Map<String, List<String>> objects = well();
        assertThat(objects.get(path)).anyMatch(one -> one.contains(right));
        objects.get(path).replaceAll(one -> one.replace(right, wrong));

        assertThat(found(objects)).containsExactly(id);
    }

    @Test
    void aClusterThatIsWell_hasNoFindingAndNoGap() {
        List<String> gaps = new ArrayList<>();

        assertThat(lines(well(), Optional.of(LAB), gaps)).isEmpty();
        assertThat(gaps).isEmpty();
    }

    /** Of the objects of kubeadm and hybridlab, nobody says that others must have them. */
    @Test
    void aClusterOfOthers_needsNothingOfTheLabs() {
        Map<String, List<String>> objects = well();
        objects.get(RBAC + "clusterrolebindings").clear();
        objects.get("/api/v1/configmaps").removeIf(one -> one.contains("kubeadm-config"));

        assertThat(lines(objects, Optional.empty(), new ArrayList<>())).isEmpty();
    }

    @Test
    void aListThatIsNotGiven_isAGapAndNoFinding() {
        Set<String> onlyWhereNeeded = Set.of("/apis/policy/v1/poddisruptionbudgets",
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
    void objectsOfANamespaceThatGoes_areNoFindings() {
        for (String leaving : List.of("\"deletionTimestamp\":\"2026-11-21T14:59:59Z\"",
                "\"labels\":{\"hybridlab.org/probes\":\"\"}")) {
            Map<String, List<String>> objects = well();
            objects.get("/api/v1/services").add(service("probe", "hybridlab").replace("\"default\"", "\"checks\""));
            assertThat(found(objects)).containsExactly("service-selector-changed");

            objects.get("/api/v1/namespaces").add("{\"metadata\":{\"name\":\"checks\"," + leaving + "}}");
            assertThat(found(objects)).isEmpty();
        }
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

    @Test
    void twoObjectsOfOneKind_areTwoFindings() {
        Map<String, List<String>> objects = well();
        objects.get("/api/v1/persistentvolumeclaims").add(claim("Pending", "none"));
        objects.get("/api/v1/persistentvolumeclaims").add(claim("Pending", "none")
                .replace("\"name\":\"data\"", "\"name\":\"more\""));

        assertThat(found(objects)).containsExactly("volume-claim-without-class", "volume-claim-without-class");
    }

    private static Arguments add(String id, String path, String bad, String good) {
        return Arguments.of(id, path, bad, good);
    }

    private static Map<String, List<String>> well() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (String path : List.of(ADMISSION + "validatingwebhookconfigurations",
                ADMISSION + "mutatingwebhookconfigurations", "/apis/apiregistration.k8s.io/v1/apiservices",
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "/api/v1/persistentvolumes",
                "/apis/apps/v1/daemonsets", "/apis/apps/v1/statefulsets", "/apis/apps/v1/replicasets",
                "/apis/batch/v1/jobs", "/apis/autoscaling/v2/horizontalpodautoscalers",
                "/apis/networking.k8s.io/v1/ingresses", "/api/v1/persistentvolumeclaims",
                "/apis/policy/v1/poddisruptionbudgets",
                "/apis/certificates.k8s.io/v1/certificatesigningrequests")) {
            all.put(path, new ArrayList<>());
        }
        put(all, "/api/v1/namespaces", object("", "default", "", ""));
        put(all, "/api/v1/nodes", object("", "control", "\"spec\":{}", ""), object("", "node", "\"spec\":{}", ""));
        put(all, "/api/v1/pods", object("default", "web-1", "\"spec\":{\"nodeName\":\"node\"}", "")
                .replace("\"name\":\"web-1\"", "\"name\":\"web-1\",\"labels\":{\"app\":\"web\"}"));
        put(all, "/apis/apps/v1/deployments", workload(""));
        put(all, "/api/v1/services", object("kube-system", "kube-dns", "\"spec\":{\"clusterIP\":\"10.96.0.10\"}", ""),
                object("default", "empty", "", ""), object("default", "served", "", ""),
                service("web", ""));
        put(all, "/apis/discovery.k8s.io/v1/endpointslices", slice("served", true), slice("empty", false));
        put(all, "/apis/networking.k8s.io/v1/ingressclasses", object("", "here", "", ""));
        put(all, "/apis/storage.k8s.io/v1/storageclasses",
                object("", "fast", "\"provisioner\":\"example.org/disks\"", ""), object("", "later",
                        "\"provisioner\":\"x\",\"volumeBindingMode\":\"WaitForFirstConsumer\"", ""));
        put(all, "/apis/coordination.k8s.io/v1/leases", lease("kube-scheduler"), lease("kube-controller-manager"));
        put(all, "/api/v1/serviceaccounts", object("default", "default", "", ""),
                object("kube-system", "kube-proxy", "", ""), object("kube-system", "coredns", "", ""),
                object("kube-flannel", "flannel", "", ""));
        put(all, "/api/v1/configmaps", object("default", "kube-root-ca.crt", "", ""),
                object("kube-system", "kube-proxy", "", ""), object("kube-system", "kubeadm-config", "", ""),
                object("kube-system", "kubelet-config", "\"data\":{\"kubelet\":\"clusterDNS:\\n- 10.96.0.10\\n\"}", ""),
                object("kube-public", "cluster-info", "", ""), object("kube-flannel", "kube-flannel-cfg",
                        "\"data\":{\"net-conf.json\":\"{\\\"Network\\\": \\\"10.244.0.0/16\\\"}\"}", ""),
                object("kube-system", "coredns", "\"data\":{\"Corefile\":\"" + COREFILE + "\"}", ""));
        put(all, RBAC + "clusterroles", object("", "system:coredns", "", ""), object("", "flannel", "", ""),
                object("", "kubeadm:get-nodes", "", ""));
        put(all, RBAC + "clusterrolebindings", Stream.of("kubeadm:node-proxier", "system:coredns", "flannel",
                "kubeadm:kubelet-bootstrap", "kubeadm:node-autoapprove-bootstrap",
                "kubeadm:node-autoapprove-certificate-rotation", "kubeadm:get-nodes")
                .map(name -> object("", name, "", "")).toArray(String[]::new));
        return all;
    }

    private static void put(Map<String, List<String>> all, String path, String... objects) {
        all.put(path, new ArrayList<>(List.of(objects)));
    }

    /** @param more further keys @param condition of its status; empty: none */
    private static String object(String namespace, String name, String more, String condition) {
        return "{\"metadata\":{%s\"name\":\"%s\"}%s%s}".formatted(namespace.isEmpty() ? ""
                : "\"namespace\":\"" + namespace + "\",", name, more.isEmpty() ? "" : "," + more,
                condition.isEmpty() ? "" : ",\"status\":{\"conditions\":[" + condition + "]}")
                .replaceFirst("\"metadata\":\\{", "\"metadata\":{\"creationTimestamp\":\"" + OLD
                        + "\",");
    }

    private static String condition(String type, String status, String reason) {
        return condition(type, status, reason, OLD);
    }

    private static String condition(String type, String status, String reason, String when) {
        return "{\"type\":\"%s\",\"status\":\"%s\",\"reason\":\"%s\",\"lastTransitionTime\":\"%s\",\"message\":\"m\"}"
                .formatted(type, status, reason, when);
    }

    private static String webhook(String policy, String service) {
        return object("", "guard", "\"webhooks\":[{\"name\":\"guard.example.org\",%s\"clientConfig\":{\"service\":"
                .formatted(policy) + "{\"namespace\":\"default\",\"name\":\"" + service + "\"}}}]", "");
    }

    private static String ending(String since, String finalizer) {
        return "{\"metadata\":{\"namespace\":\"default\",\"name\":\"held\",\"deletionTimestamp\":\"%s\",\"finalizers\":"
                .formatted(since) + "[\"" + finalizer + "\"]}}";
    }

    private static String workload(String status) {
        return object("default", "web", "\"spec\":{\"selector\":{\"matchLabels\":{\"app\":\"web\"}},\"template\":"
                + "{\"metadata\":{\"labels\":{\"app\":\"web\"}}}}", status);
    }

    private static String refused(String message) {
        return workload(condition("ReplicaFailure", "True", "FailedCreate").replace("\"m\"", "\"pods are forbidden: "
                + message + "\"")).replace("\"name\":\"web\"", "\"name\":\"refused\"");
    }

    private static String daemons(String key, String value, int wanted) {
        return object("kube-system", "kube-proxy", "\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":{\"%s\":\"%s\"}}"
                .formatted(key, value) + "}},\"status\":{\"desiredNumberScheduled\":" + wanted + "}", "");
    }

    private static String service(String app, String manager) {
        return object("default", "lonely", "\"spec\":{\"selector\":{\"app\":\"" + app + "\"}}", "")
                .replace("\"name\":\"lonely\"", "\"name\":\"lonely\",\"managedFields\":[{\"manager\":\"" + manager
                        + "\"}]");
    }

    private static String balancer(String ingress) {
        return object("default", "balanced", "\"spec\":{\"type\":\"LoadBalancer\"},\"status\":{\"loadBalancer\":"
                + "{\"ingress\":" + ingress + "}}", "");
    }

    private static String claim(String phase, String storage) {
        return object("default", "data", "\"spec\":{\"storageClassName\":\"%s\",\"accessModes\":[\"ReadWriteOnce\"],"
                .formatted(storage) + "\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}},\"status\":{\"phase\":\""
                + phase + "\"}", "");
    }

    private static String pending(String scheduler) {
        return object("default", "waiting", "\"spec\":{\"schedulerName\":\"%s\"},\"status\":{\"phase\":\"Pending\"}"
                .formatted(scheduler), "");
    }

    private static String lease(String name) {
        return "{\"metadata\":{\"namespace\":\"kube-system\",\"name\":\"%s\"},\"spec\":{\"renewTime\":".formatted(name)
                + "\"2026-11-21T14:59:58.000000Z\",\"holderIdentity\":\"control_1f\"}}";
    }

    private static String slice(String service, boolean ready) {
        return ("{\"metadata\":{\"namespace\":\"default\",\"name\":\"%s-x\",\"labels\":{\"kubernetes.io/service-name\":"
                + "\"%s\"}},\"endpoints\":[{\"conditions\":{\"ready\":%s}}]}").formatted(service, service, ready);
    }

    private static List<String> found(Map<String, List<String>> objects) {
        return findings(objects).stream().map(Finding::id).toList();
    }

    private static List<Finding> findings(Map<String, List<String>> objects) {
        List<String> gaps = new ArrayList<>();
        List<Evidence> lines = lines(objects, Optional.of(LAB), gaps);
        List<Finding> findings = Findings.in(lines, KNOWN, "lab");
        assertThat(gaps).isEmpty();
        assertThat(lines).as("every line is a sign of something").allSatisfy(line ->
                assertThat(Findings.in(List.of(line), KNOWN, "lab")).isNotEmpty());
        return findings;
    }

    private static List<Evidence> lines(Map<String, List<String>> objects, Optional<Lab> lab, List<String> gaps) {
        RecordedApiServer api = new RecordedApiServer().at(NOW);
        objects.forEach((path, list) -> api.with(path, "{\"items\":[" + String.join(",", list) + "]}"));
        List<Evidence> evidence = new ArrayList<>();
        try {
            ObjectEvidence.of(api, lab, Set.of("control", "node"), Duration.ofMinutes(30), (place, line) ->
                    evidence.add(Evidence.of(EvidenceKind.OBJECT, place, "objects", List.of(line))), gaps::add);
        } catch (LabException e) {
            throw new AssertionError(e.what(), e);
        }
        return evidence;
    }
}

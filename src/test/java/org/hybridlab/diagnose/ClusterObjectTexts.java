package org.hybridlab.diagnose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Objects of a cluster that is well, and objects that may be wrong, as the API server writes them. */
final class ClusterObjectTexts {
    static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
    static final String ADMISSION = "/apis/admissionregistration.k8s.io/v1/";
    static final String COREFILE = ".:53 {\\n kubernetes cluster.local in-addr.arpa {\\n }\\n forward . x\\n}";
    static final String OLD = "2026-11-21T14:00:00Z";

    private ClusterObjectTexts() {
    }

    static Map<String, List<String>> well() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (String path : List.of(ADMISSION + "validatingwebhookconfigurations",
                ADMISSION + "mutatingwebhookconfigurations", "/apis/apiregistration.k8s.io/v1/apiservices",
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "/api/v1/persistentvolumes",
                "/apis/apps/v1/daemonsets", "/apis/apps/v1/statefulsets", "/apis/apps/v1/replicasets",
                "/apis/batch/v1/jobs", "/apis/autoscaling/v2/horizontalpodautoscalers",
                "/apis/networking.k8s.io/v1/ingresses", "/apis/networking.k8s.io/v1/networkpolicies",
                "/api/v1/persistentvolumeclaims",
                "/apis/policy/v1/poddisruptionbudgets",
                "/apis/certificates.k8s.io/v1/certificatesigningrequests")) {
            all.put(path, new ArrayList<>());
        }
        put(all, "/api/v1/namespaces", object("", "default", "", ""));
        put(all, "/api/v1/nodes", object("", "control", "\"spec\":{}", ""), object("", "node", "\"spec\":{}", ""));
        put(all, "/api/v1/pods", object("default", "web-1", "\"spec\":{\"nodeName\":\"node\",\"containers\":["
                + "{\"ports\":[{\"name\":\"http\",\"containerPort\":8080}]}]}", "")
                .replace("\"name\":\"web-1\"", "\"name\":\"web-1\",\"labels\":{\"app\":\"web\"}"));
        put(all, "/apis/apps/v1/deployments", workload(""));
        put(all, "/api/v1/services", object("kube-system", "kube-dns", "\"spec\":{\"clusterIP\":\"10.96.0.10\"}", ""),
                object("default", "empty", "", ""), object("default", "served", "", ""),
                service("web", ""));
        put(all, "/apis/discovery.k8s.io/v1/endpointslices", slice("served", true), slice("empty", false));
        put(all, "/api/v1/limitranges", object("default", "small", "", ""));
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

    static void put(Map<String, List<String>> all, String path, String... objects) {
        all.put(path, new ArrayList<>(List.of(objects)));
    }

    /** @param more further keys @param condition of its status; empty: none */
    static String object(String namespace, String name, String more, String condition) {
        return "{\"metadata\":{%s\"name\":\"%s\"}%s%s}".formatted(namespace.isEmpty() ? ""
                : "\"namespace\":\"" + namespace + "\",", name, more.isEmpty() ? "" : "," + more,
                condition.isEmpty() ? "" : ",\"status\":{\"conditions\":[" + condition + "]}")
                .replaceFirst("\"metadata\":\\{", "\"metadata\":{\"creationTimestamp\":\"" + OLD
                        + "\",");
    }

    static String condition(String type, String status, String reason) {
        return condition(type, status, reason, OLD);
    }

    static String condition(String type, String status, String reason, String when) {
        return "{\"type\":\"%s\",\"status\":\"%s\",\"reason\":\"%s\",\"lastTransitionTime\":\"%s\",\"message\":\"m\"}"
                .formatted(type, status, reason, when);
    }

    static String webhook(String policy, String service) {
        return object("", "guard", "\"webhooks\":[{\"name\":\"guard.example.org\",%s\"clientConfig\":{\"service\":"
                .formatted(policy) + "{\"namespace\":\"default\",\"name\":\"" + service + "\"}}}]", "");
    }

    static String ending(String since, String finalizer) {
        return "{\"metadata\":{\"namespace\":\"default\",\"name\":\"held\",\"deletionTimestamp\":\"%s\",\"finalizers\":"
                .formatted(since) + "[\"" + finalizer + "\"]}}";
    }

    static String workload(String status) {
        return object("default", "web", "\"spec\":{\"selector\":{\"matchLabels\":{\"app\":\"web\"}},\"template\":"
                + "{\"metadata\":{\"labels\":{\"app\":\"web\"}}}}", status);
    }

    static String refused(String message) {
        return workload(condition("ReplicaFailure", "True", "FailedCreate").replace("\"m\"", "\"pods are forbidden: "
                + message + "\"")).replace("\"name\":\"web\"", "\"name\":\"refused\"");
    }

    static String daemons(String key, String value, int wanted) {
        return object("kube-system", "kube-proxy", "\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":{\"%s\":\"%s\"}}"
                .formatted(key, value) + "}},\"status\":{\"desiredNumberScheduled\":" + wanted + "}", "");
    }

    static String service(String app, String manager) {
        return object("default", "lonely", "\"spec\":{\"selector\":{\"app\":\"" + app + "\"}}", "")
                .replace("\"name\":\"lonely\"", "\"name\":\"lonely\",\"managedFields\":[{\"manager\":\"" + manager
                        + "\"}]");
    }

    static String sending(String port) {
        return object("default", "sending", "\"spec\":{\"selector\":{\"app\":\"web\"},\"ports\":["
                + "{\"targetPort\":\"" + port + "\"}]}", "");
    }

    static String sendingToNumber(int port, String more) {
        return sending("http").replace("\"http\"", Integer.toString(port)).replace("\"spec\":{", "\"spec\":{" + more);
    }

    static String balancer(String ingress) {
        return object("default", "balanced", "\"spec\":{\"type\":\"LoadBalancer\"},\"status\":{\"loadBalancer\":"
                + "{\"ingress\":" + ingress + "}}", "");
    }

    static String claim(String phase, String storage) {
        return object("default", "data", "\"spec\":{\"storageClassName\":\"%s\",\"accessModes\":[\"ReadWriteOnce\"],"
                .formatted(storage) + "\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}},\"status\":{\"phase\":\""
                + phase + "\"}", "");
    }

    static String pending(String scheduler) {
        return object("default", "waiting", "\"spec\":{\"schedulerName\":\"%s\"},\"status\":{\"phase\":\"Pending\"}"
                .formatted(scheduler), "");
    }

    static String asking(String label) {
        return object("default", "asking", "\"spec\":{\"nodeSelector\":{\"%s\":\"ssd\"}}".formatted(label),
                condition("PodScheduled", "False", "Unschedulable"))
                .replace("\"status\":{", "\"status\":{\"phase\":\"Pending\",");
    }

    static String lease(String name) {
        return "{\"metadata\":{\"namespace\":\"kube-system\",\"name\":\"%s\"},\"spec\":{\"renewTime\":".formatted(name)
                + "\"2026-11-21T14:59:58.000000Z\",\"holderIdentity\":\"control_1f\"}}";
    }

    static String slice(String service, boolean ready) {
        return ("{\"metadata\":{\"namespace\":\"default\",\"name\":\"%s-x\",\"labels\":{\"kubernetes.io/service-name\":"
                + "\"%s\"}},\"endpoints\":[{\"conditions\":{\"ready\":%s}}]}").formatted(service, service, ready);
    }
}

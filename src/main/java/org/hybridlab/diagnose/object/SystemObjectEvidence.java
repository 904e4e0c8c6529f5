package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ProbeNamespace;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.PodNetworkPlugin;

/** Missing objects that a cluster of kubeadm and hybridlab needs. */
final class SystemObjectEvidence {
    private static final String SYSTEM = "kube-system";
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
    private static final String CONFIG_MAPS = "/api/v1/configmaps";
    private static final String ACCOUNTS = "/api/v1/serviceaccounts";
    /** The controller manager creates objects of every namespace within a moment. */
    private static final Duration YOUNG = Duration.ofSeconds(30);

    /** @param why its purpose, after its name */
    private record Needed(String kind, String path, String namespace, String name, String why) {
    }

    private SystemObjectEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        namespaceDefaults(lists, lines);
        lists.ownCluster().ifPresent(lab -> needed(lab).stream().filter(one -> isMissing(lists, one))
                        .forEach(one -> lines.say("%s %s%s, %s, does not exist".formatted(one.kind(),
                                one.namespace().isEmpty() ? "" : one.namespace() + "/", one.name(), one.why()))));
    }

    private static boolean isMissing(ClusterLists lists, Needed needed) {
        return lists.find(needed.path(), needed.namespace(), needed.name()).isEmpty();
    }

    private static List<Needed> needed(Lab lab) {
        List<Needed> needed = new ArrayList<>();
        String proxy = "which daemonset/kube-proxy needs";
        String dns = "which deployment/coredns needs";
        needed.add(binding("kubeadm:node-proxier", proxy));
        needed.add(new Needed("ServiceAccount", ACCOUNTS, SYSTEM, "kube-proxy", proxy));
        needed.add(new Needed("ConfigMap", CONFIG_MAPS, SYSTEM, "kube-proxy", proxy));
        needed.add(binding("system:coredns", dns));
        needed.add(role("system:coredns", dns));
        needed.add(new Needed("ServiceAccount", ACCOUNTS, SYSTEM, "coredns", dns));
        needed.add(new Needed("ConfigMap", CONFIG_MAPS, SYSTEM, "coredns", dns));
        needed.add(new Needed("Service", "/api/v1/services", SYSTEM, "kube-dns", "which pods ask for names"));
        PodNetworkPlugin plugin = lab.network().plugin();
        String network = "which the pod network needs";
        String namespace = plugin.objects().namespace();
        needed.add(new Needed("ConfigMap", CONFIG_MAPS, namespace, plugin.objects().configMap(), network));
        needed.add(new Needed("ServiceAccount", ACCOUNTS, namespace, plugin.id(), network));
        needed.add(binding(plugin.id(), network));
        needed.add(role(plugin.id(), network));
        String joining = "which machines that join need from kubeadm on " + lab.firstControlPlane().name();
        List.of("kubeadm:kubelet-bootstrap", "kubeadm:node-autoapprove-bootstrap",
                "kubeadm:node-autoapprove-certificate-rotation", "kubeadm:get-nodes")
                .forEach(name -> needed.add(binding(name, joining)));
        needed.add(role("kubeadm:get-nodes", joining));
        List.of("kubeadm-config", "kubelet-config").forEach(name ->
                needed.add(new Needed("ConfigMap", CONFIG_MAPS, SYSTEM, name, joining)));
        needed.add(new Needed("ConfigMap", CONFIG_MAPS, "kube-public", "cluster-info", joining));
        return needed;
    }

    private static Needed binding(String name, String why) {
        return new Needed("ClusterRoleBinding", RBAC + "clusterrolebindings", "", name, why);
    }

    private static Needed role(String name, String why) {
        return new Needed("ClusterRole", RBAC + "clusterroles", "", name, why);
    }

    private static void namespaceDefaults(ClusterLists lists, ObjectLines lines) {
        Set<String> roots = named(lists, CONFIG_MAPS, "kube-root-ca.crt"::equals);
        Set<String> accounts = named(lists, ACCOUNTS, "default"::equals);
        lists.of("/api/v1/namespaces").stream()
                .filter(namespace -> !namespace.isEnding()
                        && !namespace.at("metadata", "labels").has(ProbeNamespace.LABEL)
                        && namespace.isOlderThan(YOUNG, lists.now()))
                .map(LiveObject::name).forEach(namespace -> {
                    if (!roots.contains(namespace)) {
                        lines.say("ConfigMap %s/kube-root-ca.crt, which every namespace has, does not exist"
                                .formatted(namespace));
                    }
                    if (!accounts.contains(namespace)) {
                        lines.say("ServiceAccount %s/default, which every namespace has, does not exist"
                                .formatted(namespace));
                    }
                });
    }

    private static Set<String> named(ClusterLists lists, String path, Predicate<String> name) {
        return lists.of(path).stream().filter(one -> name.test(one.name())).map(LiveObject::namespace)
                .collect(Collectors.toSet());
    }
}

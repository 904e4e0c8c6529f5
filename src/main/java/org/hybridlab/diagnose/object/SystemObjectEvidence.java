package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ProbeNamespace;
import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.PodNetworkPlugin;

/** Objects that a cluster of kubeadm and hybridlab needs: those that are missing, and settings that do not fit. */
final class SystemObjectEvidence {
    private static final Pattern NETWORK = Pattern.compile("\"Network\"\\s*:\\s*\"([^\"]*)\"");
    private static final Pattern KUBELETS = Pattern.compile("clusterDNS:\\s*-\\s*\"?([0-9a-fA-F.:]+)");
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

    static void dns(ClusterLists lists, ObjectLines lines) {
        lists.ownCluster().ifPresent(lab -> {
            lists.find(CONFIG_MAPS, SYSTEM, "coredns").ifPresent(config -> corefile(config, lab, lines));
            lists.find("/api/v1/services", SYSTEM, "kube-dns").ifPresent(service ->
                    lists.find(CONFIG_MAPS, SYSTEM, "kubelet-config")
                            .ifPresent(config -> address(service, config, lines)));
        });
    }

    private static void address(LiveObject service, LiveObject config, ObjectLines lines) {
        Matcher told = KUBELETS.matcher(config.text("data", "kubelet"));
        String address = service.text("spec", "clusterIP");
        if (told.find() && !told.group(1).equals(address)) {
            lines.say("Service kube-system/kube-dns has the address %s, and kubelets tell pods %s"
                    .formatted(address, told.group(1)));
        }
    }

    private static void corefile(LiveObject config, Lab lab, ObjectLines lines) {
        String text = config.text("data", "Corefile").replaceAll("(?m)#.*$", "");
        long open = text.chars().filter(letter -> letter == '{').count();
        long closed = text.chars().filter(letter -> letter == '}').count();
        String complaint = text.isBlank() ? "is empty" : open != closed
                ? "opens %d braces and closes %d".formatted(open, closed)
                : !Pattern.compile("(?m)^\\s*kubernetes\\s[^{\\n]*\\b" + Pattern.quote(lab.network().domain()))
                .matcher(text).find() ? "does not serve " + lab.network().domain() : "";
        if (!complaint.isEmpty()) {
            lines.say("ConfigMap kube-system/coredns: its Corefile " + complaint);
        }
    }

    /** Compares the range of the pod network with that of the nodes. */
    static void podNetwork(ClusterLists lists, ObjectLines lines) {
        lists.ownCluster().ifPresent(lab -> {
            PodNetworkPlugin.Objects objects = lab.network().plugin().objects();
            lists.find(CONFIG_MAPS, objects.namespace(), objects.configMap())
                    .ifPresent(config -> compare(config, objects, lab, lines));
        });
    }

    /** Policies that nothing enforces. Rules warn about policies in the lab's own manifests. */
    static void policies(ClusterLists lists, ObjectLines lines) {
        lists.ownCluster().filter(lab -> lab.addons().stream().noneMatch(Addon::holdsPolicies)).ifPresent(lab -> {
            List<LiveObject> policies = lists.of("/apis/networking.k8s.io/v1/networkpolicies").stream()
                    .filter(policy -> !policy.isOfTheLab()).toList();
            if (!policies.isEmpty()
                    && lists.of("/api/v1/pods").stream().noneMatch(SystemObjectEvidence::isController)) {
                policies.forEach(policy -> lines.say("NetworkPolicy %s has no effect: %s lets every packet "
                        .formatted(policy.fullName(), lab.network().plugin().title()) + "through"));
            }
        });
    }

    private static boolean isController(LiveObject pod) {
        return pod.at("spec", "containers").valueStream()
                .map(container -> container.path("image").asString(""))
                .anyMatch(image -> Addons.installed().stream().filter(Addon::holdsPolicies)
                        .flatMap(addon -> addon.need().stream())
                        .anyMatch(need -> need.unless().matcher(image).matches()));
    }

    private static void compare(LiveObject config, PodNetworkPlugin.Objects objects, Lab lab, ObjectLines lines) {
        Matcher network = NETWORK.matcher(config.text("data", objects.configKey()));
        String pods = lab.network().pods().toString();
        if (network.find() && !network.group(1).equals(pods)) {
            lines.say("ConfigMap %s: its network is %s, and the pods' is %s".formatted(config.fullName(),
                    network.group(1), pods));
        }
    }
}

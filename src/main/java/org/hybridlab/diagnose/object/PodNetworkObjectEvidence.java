package org.hybridlab.diagnose.object;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.PodNetworkPlugin;

/** Whether the pod network has the range of the nodes, and enforces policies. */
final class PodNetworkObjectEvidence {
    private static final Pattern NETWORK = Pattern.compile("\"Network\"\\s*:\\s*\"([^\"]*)\"");

    private PodNetworkObjectEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        lists.ownCluster().ifPresent(lab -> {
            PodNetworkPlugin.Objects objects = lab.network().plugin().objects();
            lists.find("/api/v1/configmaps", objects.namespace(), objects.configMap())
                    .ifPresent(config -> compare(config, objects, lab, lines));
        });
    }

    /** Rules warn about policies in the lab's own manifests. */
    static void policies(ClusterLists lists, ObjectLines lines) {
        lists.ownCluster().map(lab -> lab.network().plugin()).filter(plugin -> !plugin.holdsPolicies())
                .ifPresent(plugin -> {
                    List<LiveObject> policies = lists.of("/apis/networking.k8s.io/v1/networkpolicies").stream()
                            .filter(policy -> !policy.isOfTheLab()).toList();
                    if (!policies.isEmpty() && lists.of("/api/v1/pods").stream()
                            .noneMatch(PodNetworkObjectEvidence::holdsPolicies)) {
                        policies.forEach(policy -> lines.say("NetworkPolicy %s has no effect: %s lets every packet "
                                .formatted(policy.fullName(), plugin.title()) + "through"));
                    }
                });
    }

    private static boolean holdsPolicies(LiveObject pod) {
        return pod.at("spec", "containers").valueStream()
                .map(container -> container.path("image").asString(""))
                .anyMatch(image -> PodNetworkPlugin.POLICY_CONTROLLER.matcher(image).matches());
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

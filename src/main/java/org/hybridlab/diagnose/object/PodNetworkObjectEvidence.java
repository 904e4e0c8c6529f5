package org.hybridlab.diagnose.object;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.PodNetworkPlugin;

/** Whether the pod network is told the range that Kubernetes gives to nodes. */
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

    private static void compare(LiveObject config, PodNetworkPlugin.Objects objects, Lab lab, ObjectLines lines) {
        Matcher network = NETWORK.matcher(config.text("data", objects.configKey()));
        String pods = lab.network().pods().toString();
        if (network.find() && !network.group(1).equals(pods)) {
            lines.say("ConfigMap %s: its network is %s, and the pods' is %s".formatted(config.fullName(),
                    network.group(1), pods));
        }
    }
}

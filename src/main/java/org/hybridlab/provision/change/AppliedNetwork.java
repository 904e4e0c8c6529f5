package org.hybridlab.provision.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;

/** What a cluster keeps for life: whose it is, and its networks. By the key of the lab file. Pure. */
final class AppliedNetwork {
    /** Whether the cluster is the lab's own. */
    private static final String CLUSTER = "cluster";
    private static final String OWN = "own";
    private static final String JOINED = "joined";

    private AppliedNetwork() {
    }

    static Map<String, String> of(Lab lab) {
        Map<String, String> all = new TreeMap<>(Map.of("network.mode", lab.network().mode().id(),
                "network.pods", lab.network().pods().toString(),
                "network.services", lab.network().services().toString(),
                "network.domain", lab.network().domain(),
                CLUSTER, lab.joinsExisting() ? JOINED : OWN));
        if (!lab.joinsExisting()) {
            all.put("network.virtualAddress", lab.network().virtualAddress().map(Ipv4::toString).orElse("none"));
        }
        return all;
    }

    /** Whether the lab's machines are nodes of a cluster that is not its own; an older hybridlab did not note it. */
    static boolean isJoined(AppliedLab then) {
        return JOINED.equals(then.network().get(CLUSTER));
    }

    /** Differences that no running cluster can take, each with its reason. */
    static List<String> refused(AppliedLab then, Lab now) {
        List<String> reasons = new ArrayList<>();
        Map<String, String> wanted = of(now);
        then.network().forEach((key, value) -> {
            if (wanted.containsKey(key) && !wanted.get(key).equals(value)) {
                reasons.add(key.equals(CLUSTER) ? cluster(value) : ("%s is %s, and the file says %s: nodes and pods "
                        + "keep it for the cluster's life").formatted(key, value, wanted.get(key)));
            }
        });
        return reasons;
    }

    private static String cluster(String then) {
        return then.equals(OWN) ? "the lab has a cluster of its own, and the file says to join another one: the lab's "
                + "cluster would be destroyed"
                : "the lab has joined a cluster, and the file has no `cluster` any more: the lab's nodes would stay in "
                + "that cluster";
    }
}

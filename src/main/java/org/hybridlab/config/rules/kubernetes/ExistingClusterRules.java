package org.hybridlab.config.rules.kubernetes;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.CLUSTER;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.METRICS;
import static org.hybridlab.config.rules.core.Section.NETWORK;
import static org.hybridlab.config.rules.core.Section.UNTAINT;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

/** A lab whose machines join a cluster that is there. */
public final class ExistingClusterRules {
    /** One cluster has one control plane. */
    public static final Rule CLUSTER_CONTROL_PLANE = Rule.of("cluster-control-plane",
            "A lab that joins a cluster brings workers only.",
            Set.of(MACHINES, CLUSTER), facts ->
                !facts.lab().joinsExisting() ? List.of() : Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().role() != Role.WORKER)
                .map(one -> error(Place.machine(one.number(), "role"),
                        "%s is a %s, and the cluster that the lab joins has its own".formatted(one.item().name(),
                                one.item().role().id()), "Make it a worker, or leave `cluster` out.")).toList());

    /** What is the cluster's own is not the lab's to say. */
    public static final Rule CLUSTER_KEYS = Rule.of("cluster-keys",
            "A lab that joins a cluster decides neither its taints nor its address, nor whether it has metrics.",
            Set.of(CLUSTER, NETWORK, UNTAINT, METRICS), ExistingClusterRules::clusterKeys);

    /** Nodes of a legacy mode are of a Kubernetes that no cluster of today takes. */
    public static final Rule CLUSTER_MODE = Rule.of("cluster-mode",
            "A lab that joins a cluster is in no legacy mode, which makes a cluster of its own.",
            Set.of(CLUSTER, NETWORK), ExistingClusterRules::clusterMode);

    private ExistingClusterRules() {
    }

    private static List<Defect> clusterKeys(LabFacts facts) {
        Lab lab = facts.lab();
        List<Defect> violations = new ArrayList<>();
        if (lab.joinsExisting() && lab.untaint()) {
            violations.add(error(Place.of("untaint"), "the control plane of an existing cluster is not touched",
                    "Leave `untaint` out."));
        }
        if (lab.joinsExisting() && lab.metrics()) {
            violations.add(error(Place.of("metrics"), "an existing cluster has a metrics server or not",
                    "Leave `metrics` out."));
        }
        if (lab.joinsExisting() && lab.network().virtualAddress().isPresent()) {
            violations.add(error(Place.network("virtualAddress"), "the existing cluster has an address already",
                    "Leave `virtualAddress` out: the kubeconfig names it."));
        }
        return violations;
    }

    private static List<Defect> clusterMode(LabFacts facts) {
        NetworkMode mode = facts.lab().network().mode();
        return !facts.lab().joinsExisting() || !mode.traits().legacy() ? List.of()
                : List.of(error(Place.network("mode"),
                "`cluster` and the mode %s do not go together: that mode makes a "
                        .formatted(mode.id()) + "cluster of its own, of Kubernetes " + mode.traits().branch()
                        .orElseThrow(),
                        "Leave `cluster` out; or leave the mode and `kubernetes` out, "
                                + "and machines join as they do today."));
    }
}

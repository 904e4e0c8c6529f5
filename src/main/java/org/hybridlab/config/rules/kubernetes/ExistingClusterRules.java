package org.hybridlab.config.rules.kubernetes;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.ADDONS;
import static org.hybridlab.config.rules.core.Section.CLUSTER;
import static org.hybridlab.config.rules.core.Section.COMPONENTS;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.NETWORK;
import static org.hybridlab.config.rules.core.Section.REGISTRIES;
import static org.hybridlab.config.rules.core.Section.UNTAINT;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class ExistingClusterRules {
    public static final Rule CLUSTER_CONTROL_PLANE = Rule.of("cluster-control-plane",
            "A lab that joins a cluster brings workers only.",
            Set.of(MACHINES, CLUSTER), facts ->
                !facts.lab().joinsExisting() ? List.of() : Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().role() != Role.WORKER)
                .map(one -> error(Place.machine(one.number(), "role"),
                        "%s is a %s, and the cluster that the lab joins has its own".formatted(one.item().name(),
                                one.item().role().id()), "Make it a worker, or leave `cluster` out.")).toList());

    public static final Rule CLUSTER_KEYS = Rule.of("cluster-keys",
            "A lab that joins a cluster decides neither its taints nor its address, nor its addons and components.",
            Set.of(CLUSTER, NETWORK, UNTAINT, ADDONS, COMPONENTS, REGISTRIES), ExistingClusterRules::clusterKeys);

    private ExistingClusterRules() {
    }

    private static List<Defect> clusterKeys(LabFacts facts) {
        Lab lab = facts.lab();
        List<Defect> violations = new ArrayList<>();
        if (lab.joinsExisting() && lab.untaint()) {
            violations.add(error(Place.of("untaint"), "the control plane of an existing cluster is not touched",
                    "Leave `untaint` out."));
        }
        if (lab.joinsExisting()) {
            lab.addons().forEach(addon -> violations.add(error(Place.of(addon.name()),
                    "an existing cluster has a %s or not".formatted(addon.title()),
                    "Leave `%s` out.".formatted(addon.name()))));
        }
        if (lab.joinsExisting()) {
            Map.of("featureGates", lab.components().featureGates(), "runtimeConfig", lab.components().runtimeConfig())
                    .forEach((key, settings) -> settings.keySet().stream().limit(1).forEach(one -> violations.add(error(
                            Place.of(key), "the components of an existing cluster are not touched",
                            "Leave `%s` out.".formatted(key)))));
        }
        if (lab.joinsExisting() && lab.ownRegistry().isPresent()) {
            violations.add(error(Place.of("registry"), "an existing cluster tells its users of its own registry",
                    "Leave `registry` out."));
        }
        if (lab.joinsExisting() && lab.network().virtualAddress().isPresent()) {
            violations.add(error(Place.network("virtualAddress"), "the existing cluster has an address already",
                    "Leave `virtualAddress` out: the kubeconfig names it."));
        }
        return violations;
    }
}

package org.hybridlab.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Lab;

/** What is the cluster's own is not the lab's to say. */
final class ClusterKeysUsed implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("cluster-keys",
                "A lab that joins a cluster decides neither its taints nor its address, nor "
                + "whether it has metrics.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.CLUSTER, Section.NETWORK, Section.UNTAINT, Section.METRICS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Lab lab = facts.lab();
        List<Violation> violations = new ArrayList<>();
        if (lab.joinsExisting() && lab.untaint()) {
            violations.add(error(Place.of("untaint"), "the control plane of a cluster that is there is not touched",
                    "Leave `untaint` out."));
        }
        if (lab.joinsExisting() && lab.metrics()) {
            violations.add(error(Place.of("metrics"), "a cluster that is there has a metrics server or not",
                    "Leave `metrics` out."));
        }
        if (lab.joinsExisting() && lab.network().virtualAddress().isPresent()) {
            violations.add(error(Place.network("virtualAddress"), "the cluster that is there has an address already",
                    "Leave `virtualAddress` out: the kubeconfig names it."));
        }
        return violations;
    }
}

package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.NetworkMode;

/** Nodes of a legacy mode are of a Kubernetes that no cluster of today takes. */
final class ClusterMode implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("cluster-mode",
                "A lab that joins a cluster is in no legacy mode, which makes a cluster of its own.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.CLUSTER, Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        NetworkMode mode = facts.lab().network().mode();
        return !facts.lab().joinsExisting() || !mode.traits().legacy() ? List.of()
                : List.of(error(Place.network("mode"),
                "`cluster` and the mode %s do not go together: that mode makes a "
                        .formatted(mode.word()) + "cluster of its own, of Kubernetes " + mode.traits().branch()
                        .orElseThrow(),
                        "Leave `cluster` out; or leave the mode and `kubernetes` out, and machines join as they do today."));
    }
}

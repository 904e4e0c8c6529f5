package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;

/** A machine network on top of the host's own LAN cuts the host off from it. */
final class HostRoutesApart implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("host-route-overlap", "No network of the lab overlaps one that the host reaches.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return facts.host().networks().stream()
                .flatMap(taken -> LabNetwork.of(facts.lab().network()).stream()
                        .filter(one -> one.cidr().overlaps(taken) && !joins(facts, one, taken))
                        .map(one -> judge(one, taken))).toList();
    }

    /** The machines of a cluster on this host are in a network that the host reaches, and the lab's join them there. */
    private static boolean joins(LabFacts facts, LabNetwork one, Cidr taken) {
        return facts.lab().joinsExisting() && one.key().equals("machines") && one.cidr().equals(taken);
    }

    /** Where the host's network is the wider one, or only pods lose sight of it, the lab still comes up. */
    private Violation judge(LabNetwork one, Cidr taken) {
        boolean hidden = one.key().equals("machines") && taken.prefix() >= one.cidr().prefix();
        String message = "%s overlaps %s, which the host already reaches".formatted(one, taken);
        return hidden ? error(one.place(), message, "Take another network, or none: `up` then picks one that is free.")
                : warning(one.place(), message, "If the lab is to reach that network, take another one for it.");
    }
}

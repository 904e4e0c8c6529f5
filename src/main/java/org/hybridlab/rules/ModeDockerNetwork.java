package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;

/** Docker gives every machine this network, whatever the provider is. */
final class ModeDockerNetwork implements Rule {
    private static final Cidr DOCKER = Cidr.parse("172.17.0.0/16");

    @Override
    public RuleEntry entry() {
        return new RuleEntry("mode-docker-network",
                "With a network mode that runs on Docker, no network of the lab is Docker's own.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return facts.lab().network().mode().traits().runtime().equals("containerd") ? List.of()
                : LabNetwork.of(facts.lab().network()).stream().filter(one -> one.cidr().overlaps(DOCKER))
                .map(one -> error(one.place(), "%s overlaps Docker's own network in every machine, %s".formatted(one,
                        DOCKER), "Take another network.")).toList();
    }
}

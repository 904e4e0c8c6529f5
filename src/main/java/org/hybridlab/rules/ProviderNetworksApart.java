package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** Every machine of VirtualBox is on 10.0.2.0/24 too, whatever the lab says; other providers have theirs. */
final class ProviderNetworksApart implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("provider-network-overlap", "No network of the lab overlaps one of the provider's own.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.PROVIDER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return facts.lab().provider().stream().flatMap(provider -> provider.traits().ownNetworks().stream()
                .flatMap(own -> LabNetwork.of(facts.lab().network()).stream().filter(one -> one.cidr().overlaps(own))
                        .map(one -> error(one.place(), "%s overlaps %s, which is %s's own network"
                                .formatted(one, own, provider.traits().title()), "Take another network.")))).toList();
    }
}

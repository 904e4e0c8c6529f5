package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.ProviderName;

/** VirtualBox refuses others since 6.1.28, unless /etc/vbox/networks.conf says otherwise. */
final class AllowedMachineNetwork implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("virtualbox-range", "On VirtualBox, the machine network is in 192.168.56.0/21.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.PROVIDER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return facts.lab().provider().map(ProviderName::traits).stream()
                .flatMap(traits -> traits.allowedMachineNetworks().stream()
                        .filter(allowed -> !inside(facts.lab().network().machines(), allowed))
                        .map(allowed -> error(Place.network("machines"), "%s allows machine networks in %s, not %s"
                                .formatted(traits.title(), allowed, facts.lab().network().machines()),
                                "Take a /24 of that network, or none: `up` then picks one that is free.")))
                .toList();
    }

    private static boolean inside(Cidr network, Cidr allowed) {
        return allowed.contains(network.network()) && network.prefix() >= allowed.prefix();
    }
}

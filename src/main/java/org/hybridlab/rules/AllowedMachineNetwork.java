package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;

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
        Cidr machines = facts.lab().network().machines();
        return facts.lab().provider().flatMap(provider -> provider.traits().allowedMachineNetworks())
                .filter(allowed -> !allowed.contains(machines.network()) || machines.prefix() < allowed.prefix())
                .map(allowed -> error(Place.network("machines"), "VirtualBox allows host-only networks in %s, not %s"
                        .formatted(allowed, machines), "Take one of 192.168.56.0/24 to 192.168.63.0/24."))
                .stream().toList();
    }
}

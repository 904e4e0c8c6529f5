package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** Machine names go into every machine's hosts file, which has these already. */
final class NamesNotReserved implements Rule {
    private static final Set<String> RESERVED =
            Set.of("localhost", "broadcasthost", "ip6-localhost", "ip6-loopback", "ip6-allnodes", "ip6-allrouters");

    @Override
    public RuleEntry entry() {
        return new RuleEntry("machine-name-reserved", "No machine has a name that every machine has for itself.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream().filter(one -> RESERVED.contains(one.item().name()))
                .map(one -> error(Place.machine(one.number(), "name"),
                        "%s is what every machine calls itself".formatted(one.item().name()), "Give it another name."))
                .toList();
    }
}

package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Arch;

/** Without emulation, machines have the host's architecture. */
final class OneArch implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("arch-mixed", "On a provider that cannot emulate, all machines have one architecture.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.PROVIDER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        if (facts.lab().machines().isEmpty()
                || facts.lab().provider().filter(provider -> !provider.traits().emulates()).isEmpty()) {
            return List.of();
        }
        Arch first = facts.lab().machines().get(0).arch();
        String provider = facts.lab().provider().get().traits().title();
        return Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().arch() != first)
                .map(one -> error(Place.machine(one.number(), "arch"), "%s runs %s beside %s nowhere"
                        .formatted(provider, one.item().arch().word(), first.word()),
                        "Give all machines the host's architecture, or take libvirt, which can emulate."))
                .toList();
    }
}

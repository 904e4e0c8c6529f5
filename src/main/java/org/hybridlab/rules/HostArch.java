package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Arch;

/** Without emulation, machines have the host's architecture. */
final class HostArch implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("arch-host",
                "On a provider that cannot emulate, machines have the host's architecture.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.PROVIDER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        if (facts.host().arch().isEmpty()
                || facts.lab().provider().filter(provider -> !provider.traits().emulates()).isEmpty()) {
            return List.of();
        }
        Arch host = facts.host().arch().get();
        return Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().arch() != host)
                .map(one -> error(Place.machine(one.number(), "arch"), "%s is %s, and the host %s"
                        .formatted(one.item().name(), one.item().arch().word(), host.word()),
                        "Write `arch: %s`, or take libvirt, which can emulate.".formatted(host.word())))
                .toList();
    }
}

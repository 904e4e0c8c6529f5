package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Os;

/** Containers share the kernel of a Linux host. */
final class WindowsProvider implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("windows-provider", "The provider can run every machine's operating system.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.PROVIDER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        if (facts.lab().provider().filter(provider -> !provider.traits().windowsGuests()).isEmpty()) {
            return List.of();
        }
        String provider = facts.lab().provider().get().traits().title();
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().os() == Os.WINDOWS && !one.item().isSimulated())
                .map(one -> error(Place.machine(one.number(), "os"), "%s cannot run the Windows machine %s"
                        .formatted(provider, one.item().name()), "Take virtualbox, hyperv, libvirt or parallels, "
                        + "or let Kubernetes see a simulated node in its place: --simulate-windows."))
                .toList();
    }
}

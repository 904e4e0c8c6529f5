package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Machine;
import org.hybridlab.lab.Os;
import org.hybridlab.lab.ProviderName;

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
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().os() == Os.WINDOWS && !one.item().isSimulated())
                .map(one -> facts.host().standIns() ? standIn(one) : refusal(one, facts.lab().provider().get()))
                .toList();
    }

    private Violation refusal(Numbered<Machine> one, ProviderName provider) {
        return error(Place.machine(one.number(), "os"), "%s cannot run the Windows machine %s"
                .formatted(provider.traits().title(), one.item().name()),
                "Add --simulate-windows: Kubernetes then sees a simulated node in its place. Or take "
                        + "virtualbox, hyperv, libvirt or parallels.");
    }

    private Violation standIn(Numbered<Machine> one) {
        return warning(Place.machine(one.number(), "os"), "%s is a stand-in, a container that plays a Windows machine"
                .formatted(one.item().name()), "For hybridlab's own tests; it proves nothing of Windows.");
    }
}

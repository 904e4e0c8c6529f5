package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Arch;
import org.hybridlab.lab.Os;

/** Kubernetes publishes Windows binaries for amd64 only. */
final class WindowsArch implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("windows-arch", "Windows machines are amd64.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().os() == Os.WINDOWS && one.item().arch() != Arch.AMD64)
                .map(one -> error(Place.machine(one.number(), "arch"),
                        one.item().name() + " is a Windows machine, and those are amd64 only",
                        "Write `arch: amd64` for it."))
                .toList();
    }
}

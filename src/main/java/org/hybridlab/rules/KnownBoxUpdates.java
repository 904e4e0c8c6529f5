package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.lab.BoxChoice;
import org.hybridlab.lab.KnownBoxes;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.lab.UpdateFault;

/** The machine would come up, and its pods would lose their network. */
final class KnownBoxUpdates implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("windows-box-updates",
                "The Windows in a known box has no update that breaks the network of pods in the lab's mode.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        String hns = facts.lab().network().mode().traits().hnsType();
        return Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().isWindows())
                .flatMap(one -> faults(one.item(), facts.lab().provider(), hns).map(fault -> warning(
                        Place.machine(one.number(), "box"), "the box of %s holds Windows %s, known to fail with %s (%s)"
                                .formatted(one.item().name(), whole(one.item(), facts.lab().provider()).orElse(""),
                                        fault.what(), fault.source()),
                        "Take another version of it, or patch the machine to %s or later.".formatted(fault.fixed()))))
                .toList();
    }

    private static Stream<UpdateFault> faults(Machine machine, Optional<ProviderName> provider, String hns) {
        return whole(machine, provider).stream().map(whole -> whole.split("\\.")).flatMap(parts ->
                KnownBoxes.installed().faults().stream().filter(fault -> fault.has(Integer.parseInt(parts[0]),
                        Integer.parseInt(parts[1]), hns)).limit(1));
    }

    /** Build and update in the box that the machine is made from, as far as they are known. */
    private static Optional<String> whole(Machine machine, Optional<ProviderName> provider) {
        KnownBoxes known = KnownBoxes.installed();
        Optional<BoxChoice> box = machine.box().or(() -> provider.flatMap(name ->
                known.of(machine.windows().orElseThrow().build(), name)).map(BoxChoice::of));
        return box.flatMap(choice -> choice.version().flatMap(version -> known.named(choice.name())
                .map(one -> one.builds().getOrDefault(version, "")))).filter(whole -> whole.contains("."));
    }
}

package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.lab.Machine;
import org.hybridlab.lab.ProviderName;

/** Virtual machines reserve their memory; what does not fit is swapped, and etcd then loses its leases. */
final class HostMemory implements Rule {
    /** MiB that the host itself needs to stay usable. */
    private static final int FOR_THE_HOST = 1024;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("memory-host", "The host has the memory that the lab's machines need together.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.PROVIDER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Optional<ProviderName> provider = facts.lab().provider();
        if (provider.isEmpty() || facts.host().memoryMiB().isEmpty()) {
            return List.of();
        }
        int host = facts.host().memoryMiB().getAsInt();
        long wanted = facts.lab().madeMachines().stream().mapToLong(Machine::memoryMiB).sum();
        String message = "the machines have %d MiB together, and the host has %d".formatted(wanted, host);
        if (provider.get().traits().sharesHostMemory()) {
            return wanted <= host ? List.of() : List.of(warning(Place.of("machines"), message,
                    "Containers take what they need: this works while not all of them are busy."));
        }
        return wanted <= host - FOR_THE_HOST ? List.of() : List.of(error(Place.of("machines"), message,
                "Leave %d MiB for the host: take fewer or smaller machines, or another provider."
                        .formatted(FOR_THE_HOST)));
    }
}

package org.hybridlab.service.lab;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.service.context.ServiceContext;

/** Explains a silent lab: none of its machines runs. */
public final class MachinesOff {
    private MachinesOff() {
    }

    /** {@code machines-off} (exit 2), by the provider; empty if a machine runs, or it is unknown. May take seconds. */
    public static Optional<LabException> of(LabAccess lab, ServiceContext context) {
        Optional<KnownLab> known = new KnownLabs(context.folders()).find(lab.workspace().folder());
        return known.flatMap(made -> of(() -> created(made, lab, context).states(context.cancellation()).byName()
                .values(), made.name(), lab.word()));
    }

    static CreatedLab created(KnownLab made, LabAccess lab, ServiceContext context) {
        return CreatedLab.of(CreatedLab.id(made), lab.workspace(), made.provider(), context.processes(),
                new HostService(context).facts().kvm());
    }

    /** Throws {@code machines-off} (exit 2). */
    public static void check(LabContext labContext, Cancellation cancellation) {
        of(() -> labContext.states(cancellation).byName().values(), labContext.lab().name(),
                labContext.word()).ifPresent(off -> {
            throw off;
        });
    }

    /** The same before anything else is asked. */
    static Optional<LabException> of(Supplier<Collection<MachineState>> states, String lab, String word) {
        Collection<MachineState> all;
        try {
            all = states.get();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Optional.empty();
        }
        if (all.isEmpty() || !all.stream().allMatch(MachineState::isOffOrFrozen)) {
            return Optional.empty();
        }
        boolean suspended = all.stream().anyMatch(MachineState::isResumable);
        return Optional.of(LabException.invalid("machines-off", "No machine of %s runs.".formatted(lab),
                "Start them: hybridlab %s %s".formatted(suspended ? "resume" : "up", word)));
    }

    /** Names machines that do not run, and the command that starts them; empty if all run, or it is unknown. */
    public static Optional<String> some(Map<String, MachineState> states, String word) {
        Map<String, MachineState> off = new TreeMap<>(states);
        off.values().removeIf(state -> !state.isOffOrFrozen());
        String way = off.values().stream().map(state -> state.isResumable() ? "resume" : "up").distinct().sorted()
                .map(command -> "`hybridlab %s %s`".formatted(command, word)).collect(Collectors.joining(", then "));
        return off.isEmpty() ? Optional.empty() : Optional.of("%s. What needs %s fails for that: run %s."
                .formatted(off.entrySet().stream().map(one -> "%s is %s".formatted(one.getKey(), one.getValue().word()))
                        .collect(Collectors.joining(", ")), off.size() == 1 ? "it" : "them", way));
    }

    /** Throws {@code machines-off} (exit 2) if that is why the API server did not answer. */
    public static <T> T explain(LabAccess lab, ServiceContext context, Supplier<T> work) {
        try {
            return work.get();
        } catch (LabException e) {
            throw e.id().equals("api-unreachable") ? of(lab, context).orElse(e) : e;
        }
    }
}

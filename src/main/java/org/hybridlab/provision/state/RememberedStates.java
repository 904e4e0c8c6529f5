package org.hybridlab.provision.state;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.Provider;

/** The states of a lab's machines, asked of the provider once, and again after something changed. */
public final class RememberedStates {
    private static final Duration FRESH = Duration.ofSeconds(2);

    private final Function<Cancellation, Map<String, MachineState>> provider;
    private final LongSupplier nanos;
    private MachineStates states;
    private long asked;

    public RememberedStates(LabId id, Provider provider) {
        this(cancellation -> provider.states(id, cancellation), System::nanoTime);
    }

    RememberedStates(Function<Cancellation, Map<String, MachineState>> provider, LongSupplier nanos) {
        this.provider = provider;
        this.nanos = nanos;
    }

    public synchronized MachineStates states(Cancellation cancellation) {
        if (states == null) {
            asked = nanos.getAsLong();
            states = new MachineStates(provider.apply(cancellation));
        }
        return states;
    }

    /** Why no API server of the lab's own machines can answer; empty if one may, or nothing is known. */
    public Optional<String> controlPlanesOff(Lab lab) {
        List<Machine> machines = lab.joinsExisting() ? List.of() : lab.machines(Role.CONTROL_PLANE);
        if (machines.isEmpty()) {
            return Optional.empty();
        }
        try {
            return off(machines, states(Cancellation.ofThisThread())).flatMap(old -> off(machines, fresh()));
        } catch (LabException e) {
            if (e.exitCode() == ExitCode.INTERRUPTED) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private static Optional<String> off(List<Machine> machines, MachineStates now) {
        return Optional.of(machines).filter(all -> all.stream().allMatch(now::isOff)).map(all -> all.stream()
                .map(machine -> "%s is %s".formatted(machine.name(), now.of(machine).word()))
                .collect(Collectors.joining(", ")));
    }

    /** Whoever starts a machine may not have said so yet. */
    private synchronized MachineStates fresh() {
        if (nanos.getAsLong() - asked > FRESH.toNanos()) {
            forget();
        }
        return states(Cancellation.ofThisThread());
    }

    public synchronized void forget() {
        states = null;
    }
}

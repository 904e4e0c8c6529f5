package org.hybridlab.provision.state;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.Provider;

/** Caches the provider's states until something changes. "All control planes are off" expires after 2 s. */
public final class RememberedStates {
    private static final Duration FRESH = Duration.ofSeconds(2);
    /** A failing provider may take minutes to fail again, while machines answer. */
    private static final Duration LEFT_ALONE = Duration.ofMinutes(1);

    /** After that, asking the API server is better: people wait ten seconds for the cause of a failure. */
    private static final Duration SOON = Duration.ofSeconds(8);

    private final Function<Cancellation, Map<String, MachineState>> provider;
    private final LongSupplier nanos;
    private final Duration soon;
    private MachineStates states;
    private long answered;
    private OptionalLong failed = OptionalLong.empty();
    private final Set<String> started = ConcurrentHashMap.newKeySet();
    private final Set<String> booted = ConcurrentHashMap.newKeySet();

    public RememberedStates(LabId id, Provider provider) {
        this(cancellation -> provider.states(id, cancellation), System::nanoTime);
    }

    RememberedStates(Function<Cancellation, Map<String, MachineState>> provider, LongSupplier nanos) {
        this(provider, nanos, SOON);
    }

    /** @param soon limit for telling that all control planes are off */
    RememberedStates(Function<Cancellation, Map<String, MachineState>> provider, LongSupplier nanos, Duration soon) {
        this.provider = provider;
        this.nanos = nanos;
        this.soon = soon;
    }

    public synchronized MachineStates states(Cancellation cancellation) {
        if (states == null) {
            states = new MachineStates(provider.apply(cancellation));
            answered = nanos.getAsLong();
        }
        return states;
    }

    /**
     * Why none of the lab's own API servers can answer; empty if one may, or it is unknown. Counts running machines
     * that the lab file no longer names.
     */
    public synchronized Optional<String> controlPlanesOff(Lab lab) {
        if (lab.joinsExisting() || failed.isPresent()
                && nanos.getAsLong() - failed.getAsLong() < LEFT_ALONE.toNanos()) {
            return Optional.empty();
        }
        try {
            Optional<String> off = off(lab);
            if (off.isPresent() && nanos.getAsLong() - answered > FRESH.toNanos()) {
                // A machine may have been started since.
                forget();
                return off(lab);
            }
            return off;
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return unknown();
        }
    }

    private Optional<String> unknown() {
        failed = OptionalLong.of(nanos.getAsLong());
        return Optional.empty();
    }

    private Optional<String> off(Lab lab) {
        Optional<MachineStates> answer = Cancellation.ofThisThread().within(soon, this::states);
        return answer.isPresent() ? off(lab, answer.get()) : unknown();
    }

    private static Optional<String> off(Lab lab, MachineStates now) {
        List<Machine> machines = lab.machines(Role.CONTROL_PLANE);
        boolean off = !machines.isEmpty() && machines.stream().allMatch(now::isOff) && !now.runsUnnamed(lab);
        return off ? Optional.of(machines.stream().map(machine -> "%s is %s".formatted(machine.name(),
                now.of(machine).word())).collect(Collectors.joining(", "))) : Optional.empty();
    }

    public synchronized void forget() {
        states = null;
    }

    /** The cluster may have an old state of the machine. */
    public void noteBoot(String machine) {
        started.add(machine);
        booted.add(machine);
    }

    /** Includes forgotten ones. */
    public Set<String> started() {
        return Set.copyOf(started);
    }

    /** Until {@link #forgetBoot}. */
    public boolean hasBooted(String machine) {
        return booted.contains(machine);
    }

    /** The cluster no longer has its state before the boot. */
    public void forgetBoot(String machine) {
        booted.remove(machine);
    }
}

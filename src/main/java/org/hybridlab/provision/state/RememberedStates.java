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

/**
 * The states of a lab's machines, asked of the provider once, and again after something changed. That all control
 * planes are off is asked again after 2 s.
 */
public final class RememberedStates {
    private static final Duration FRESH = Duration.ofSeconds(2);
    /** A provider that failed may take minutes to fail again, and machines may answer all the while. */
    private static final Duration LEFT_ALONE = Duration.ofMinutes(1);

    /** Asking the API server is worth more then, and people wait ten seconds for the cause of a failure. */
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

    /** @param soon how long it may take to tell that all control planes are off */
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
     * Why no API server of the lab's own machines can answer; empty if one may, or nothing is known. One that the
     * provider runs and the lab file does not name any more may.
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

    /** The machine has just been started, and the cluster may know of it from before. */
    public void noteBoot(String machine) {
        started.add(machine);
        booted.add(machine);
    }

    /** Names of all machines whose boot was noted, whatever was forgotten since. */
    public Set<String> started() {
        return Set.copyOf(started);
    }

    /** The same, until {@link #forgetBoot}. */
    public boolean hasBooted(String machine) {
        return booted.contains(machine);
    }

    /** All that the machine was before its boot is over. */
    public void forgetBoot(String machine) {
        booted.remove(machine);
    }
}

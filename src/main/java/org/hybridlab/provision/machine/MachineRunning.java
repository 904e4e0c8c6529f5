package org.hybridlab.provision.machine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderTraits;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.guest.FirstContact;
import org.hybridlab.guest.SshSettings;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.vagrant.Vagrant;
import org.hybridlab.provision.box.BoxLock;
import org.hybridlab.provision.box.MachineBox;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.KnownHosts;
import org.hybridlab.provision.state.MachineIdentity;

/** The machine exists, runs, and answers over ssh with the lab's key only. */
final class MachineRunning implements Action {
    /** Vagrant's disk without a machine, which blocks another one of that name. */
    private static final String DISK_WITHOUT_DOMAIN = "vagrant-domain-volume-exists";
    private static final Duration CLEANING_UP = Duration.ofMinutes(2);
    /** On resume, some providers learn the address late. */
    private static final Set<String> NO_ADDRESS_YET = Set.of("vagrant-ssh-not-ready", "ssh-not-ready");

    private static final Duration STATE_EVERY = Duration.ofSeconds(2);

    private final LabContext labContext;
    private final Machine machine;

    MachineRunning(LabContext labContext, Machine machine) {
        this.labContext = labContext;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        MachineState state = labContext.states(context.cancellation()).of(machine);
        if (identity().isAnother(state)) {
            return Probe.absent(machine.name() + " was made again, not by hybridlab");
        }
        return state.isRunning() && labContext.workspace().sshConfig(machine.name()).toFile().isFile()
                ? Probe.present(machine.name() + " is running")
                : Probe.absent(machine.name() + " is " + state.word());
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(11);
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().start(machine).plus(labContext.timeouts().firstWayIn(machine))
                .plus(labContext.timeouts().answer(machine));
    }

    @Override
    public void run(StepContext context) {
        MachineState before = labContext.states(context.cancellation()).of(machine);
        if (before.isAbsent() || identity().isAnother(before)) {
            KnownHosts.forget(labContext.workspace(), machine.name());
        }
        if (before.isResumable()) {
            // Vagrant's docker provider takes a paused container for a running one.
            labContext.created().power().resume(machine.name(), context::line, context.cancellation());
        }
        if (!startedWithoutVagrant(before, context)) {
            undoHalf(before, context);
            vagrantUp(before, context);
        }
        labContext.provider().mustServe(labContext.id(), labContext.lab(), List.of(machine), context.cancellation());
        labContext.forgetStates();
        if (labContext.hasCluster() && !before.isRunning() && !before.isResumable()) {
            labContext.remembered().noteBoot(machine.name());
        }
        identity().remember(labContext.states(context.cancellation()).of(machine));
        writeSshSettings(context);
        // Windows boxes never have the lab's key at first.
        if (machine.isWindows() || !labContext.provider().name().traits().keyFromBirth()) {
            giveKey(context);
        }
        unlessOff(context, own -> labContext.shell(machine).awaitReady(labContext.timeouts().answer(machine), own));
        if (!machine.isWindows()) {
            labContext.tryIn(machine, context.cancellation());
        }
        if (before.isResumable()) {
            new GuestClock(labContext, machine).resync(context);
        }
    }

    /** A machine that ended during its boot never answers. */
    private void unlessOff(StepContext context, Consumer<Cancellation> wait) {
        Cancellation own = new Cancellation();
        AtomicReference<MachineState> off = new AtomicReference<>();
        try (Cancellation.Registration ignored = context.cancellation().onRequest(own::request);
             Parallel beside = new Parallel(1, own)) {
            beside.begin(() -> {
                while (true) {
                    // First, since the machine usually answers before the provider.
                    own.pause(STATE_EVERY);
                    MachineState now = labContext.provider().state(labContext.id(), machine.name(), own);
                    if (now.isStill()) {
                        off.set(now);
                        own.request();
                    }
                }
            });
            wait.accept(own);
        } catch (LabException e) {
            throw off.get() == null || context.cancellation().isRequested() ? e : LabException.labFailed(
                    "ssh-not-ready", "%s has ended while it booted: it is %s.".formatted(machine.name(),
                    off.get().word()), "Look at the machine's console, then run the same command again.");
        } finally {
            own.request();
        }
    }

    /** Whether the machine runs without {@code vagrant up}, which needs many seconds to see that. */
    private boolean startedWithoutVagrant(MachineState before, StepContext context) {
        if (!wasReached(before)) {
            return false;
        }
        return before.isResumable() || before.kind() == MachineState.Kind.STOPPED
                && labContext.created().power().start(machine.name(), context::line, context.cancellation());
    }

    private boolean wasReached(MachineState now) {
        return identity().wasReached(now);
    }

    /** Removes a machine that Vagrant was interrupted in creating and cannot complete. */
    private void undoHalf(MachineState before, StepContext context) {
        if (wasReached(before)) {
            return;
        }
        ProviderTraits traits = labContext.provider().name().traits();
        if (before.kind() == MachineState.Kind.STOPPED) {
            labContext.provider().removeUnfinished(labContext.id(), machine.name(), context.cancellation());
        } else if ((before.isRunning() || before.isResumable()) && !machine.isWindows() && traits.addressesFromVagrant()
                && !traits.addressesFromBoot()) {
            context.line("%s may lack its address, which Vagrant sets once it boots".formatted(machine.name()));
            labContext.created().power().halt(machine.name(), context::line, context.cancellation());
        }
    }

    /** One lab of this host at a time, while Vagrant downloads the box or copies its disk. */
    private void vagrantUp(MachineState before, StepContext context) {
        BoxLock box = new BoxLock(labContext, MachineBox.of(labContext, machine));
        // An existing machine has its disk, and needs no box.
        if (!before.isAbsent() && wasReached(before) || box.isSettled(context)) {
            vagrantUpNow(context);
            return;
        }
        try (CacheLock ignored = box.hold("getting this box with its first machine", context)) {
            vagrantUpNow(context);
        }
    }

    private void vagrantUpNow(StepContext context) {
        try {
            callVagrant(context);
        } catch (LabException e) {
            if (e.id().equals(DISK_WITHOUT_DOMAIN) && !identity().isKnown()) {
                context.line("removing what an interrupted call of Vagrant left");
                labContext.vagrant().destroy(machine.name(), CLEANING_UP, context::line, context.cancellation());
                callVagrant(context);
            } else if (!e.id().equals(Vagrant.NO_ADDRESS) || !runsAsKnown(context)) {
                throw e;
            }
        }
    }

    /** Whether its address was set by hand, so that it does not use DHCP. */
    private boolean runsAsKnown(StepContext context) {
        MachineState now = labContext.provider().state(labContext.id(), machine.name(), context.cancellation());
        return now.isRunning() && wasReached(now);
    }

    private void callVagrant(StepContext context) {
        labContext.vagrant().up(machine.name(), labContext.provider().name(), labContext.timeouts().start(machine),
                context::line, context.cancellation());
    }

    private MachineIdentity identity() {
        return new MachineIdentity(labContext.workspace(), machine.name());
    }

    /** A Windows box may need a password or WinRM, which Vagrant knows. */
    private void giveKey(StepContext context) {
        if (machine.isWindows()) {
            labContext.vagrant().provision(machine.name(), "hybridlab-key", labContext.timeouts().firstWayIn(machine),
                    context::line,
                    context.cancellation());
        } else {
            unlessOff(context, own -> new FirstContact(labContext.processes(), labContext.workspace(),
                    labContext.environment()).make(machine.name(), labContext.timeouts().answer(machine), own));
        }
    }

    /** Until a Windows machine has its own address, Vagrant's is used. */
    private void writeSshSettings(StepContext context) {
        ProviderTraits traits = labContext.provider().name().traits();
        if (traits.addressesFromBoot() || traits.addressesFromVagrant() && !machine.isWindows()) {
            SshSettings.write(labContext.workspace(), machine);
        } else {
            Wait.until("Vagrant says where %s answers".formatted(machine.name()), labContext.timeouts().answer(machine))
                    .every(Duration.ofSeconds(1))
                    .orFail("ssh-not-ready", "Look at the machine's console, then run the same command again.")
                    .that(() -> writeWhatVagrantSays(context), failure -> failure.isEmpty()
                            || !NO_ADDRESS_YET.contains(failure.get().id()),
                            failure -> failure.map(LabException::what).orElse("an address"), context.cancellation())
                    .ifPresent(failure -> {
                        throw failure;
                    });
        }
    }

    /** @return the error */
    private Optional<LabException> writeWhatVagrantSays(StepContext context) {
        try {
            SshSettings.write(labContext.workspace(), machine,
                    labContext.vagrant().sshConfig(machine.name(), context.cancellation()));
            return Optional.empty();
        } catch (LabException e) {
            return Optional.of(e);
        }
    }
}

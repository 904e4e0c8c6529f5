package org.hybridlab.provision.machine;

import java.time.Duration;

import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.guest.FirstContact;
import org.hybridlab.guest.SshSettings;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.box.BoxLock;
import org.hybridlab.provision.box.MachineBox;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.KnownHosts;
import org.hybridlab.provision.state.MachineIdentity;

/** The machine exists, runs, and answers over ssh with the lab's key, which alone opens it. */
final class MachineRunning implements Action {
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
            // Vagrant's docker provider takes a frozen container for a running one.
            labContext.created().power().resume(machine.name(), context::line, context.cancellation());
        }
        if (!startedWithoutVagrant(before, context)) {
            vagrantUp(context);
        }
        labContext.forgetStates();
        if (labContext.hasCluster() && !before.isRunning() && !before.isResumable()) {
            labContext.remembered().noteBoot(machine.name());
        }
        identity().remember(labContext.states(context.cancellation()).of(machine));
        writeSshSettings(context);
        // No box of Windows knows the lab's key from birth, whatever the provider.
        if (machine.isWindows() || !labContext.provider().name().traits().keyFromBirth()) {
            giveKey(context);
        }
        labContext.shell(machine).awaitReady(labContext.timeouts().answer(machine), context.cancellation());
        if (before.isResumable()) {
            new GuestClock(labContext, machine).resync(context);
        }
    }

    /** Whether the machine runs now without {@code vagrant up}, which takes many seconds to find out that it does. */
    private boolean startedWithoutVagrant(MachineState before, StepContext context) {
        if (identity().isAnother(before) || !identity().isKnown()) {
            return false;
        }
        return before.isResumable() || before.kind() == MachineState.Kind.STOPPED
                && labContext.created().power().start(machine.name(), context::line, context.cancellation());
    }

    /** One of all labs of this host at a time while Vagrant has yet to download the box, or to copy its disk. */
    private void vagrantUp(StepContext context) {
        BoxLock box = new BoxLock(labContext, MachineBox.of(labContext, machine));
        if (box.isSettled(context)) {
            vagrantUpNow(context);
            return;
        }
        try (CacheLock ignored = box.hold("getting this box with its first machine", context)) {
            vagrantUpNow(context);
        }
    }

    private void vagrantUpNow(StepContext context) {
        labContext.vagrant().up(machine.name(), labContext.provider().name(), labContext.timeouts().start(machine),
                context::line, context.cancellation());
    }

    private MachineIdentity identity() {
        return new MachineIdentity(labContext.workspace(), machine.name());
    }

    /** Into a Windows box the only way in may be a password, or Windows' own remoting: Vagrant knows which. */
    private void giveKey(StepContext context) {
        if (machine.isWindows()) {
            labContext.vagrant().provision(machine.name(), "hybridlab-key", labContext.timeouts().firstWayIn(machine),
                    context::line,
                    context.cancellation());
        } else {
            new FirstContact(labContext.processes(), labContext.workspace(), labContext.environment())
                    .make(machine.name(), labContext.timeouts().answer(machine), context.cancellation());
        }
    }

    /** A Windows machine gets its address when it is prepared: until then it is where Vagrant reaches it. */
    private void writeSshSettings(StepContext context) {
        if (labContext.provider().name().traits().addressesFromVagrant() && !machine.isWindows()) {
            SshSettings.write(labContext.workspace(), machine);
        } else {
            SshSettings.write(labContext.workspace(), machine,
                    labContext.vagrant().sshConfig(machine.name(), context.cancellation()));
        }
    }
}

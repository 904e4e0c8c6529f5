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
    private final LabContext tools;
    private final Machine machine;

    MachineRunning(LabContext tools, Machine machine) {
        this.tools = tools;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        MachineState state = tools.states(context.cancellation()).of(machine);
        if (identity().isAnother(state)) {
            return Probe.absent(machine.name() + " was made again, not by hybridlab");
        }
        return state.isRunning() && tools.workspace().sshConfig(machine.name()).toFile().isFile()
                ? Probe.present(machine.name() + " is running")
                : Probe.absent(machine.name() + " is " + state.word());
    }

    @Override
    public Duration usual() {
        return tools.timeouts().usual(11);
    }

    @Override
    public Duration longest() {
        return tools.timeouts().start(machine).plus(tools.timeouts().firstWayIn(machine)).plus(tools.timeouts()
                .answer(machine));
    }

    @Override
    public void run(StepContext context) {
        MachineState before = tools.states(context.cancellation()).of(machine);
        if (before.isAbsent() || identity().isAnother(before)) {
            KnownHosts.forget(tools.workspace(), machine.name());
        }
        if (before.isResumable()) {
            // Vagrant's docker provider takes a frozen container for a running one.
            tools.created().power().resume(machine.name(), context::line, context.cancellation());
        }
        if (!startedWithoutVagrant(before, context)) {
            vagrantUp(context);
        }
        tools.forgetStates();
        identity().remember(tools.states(context.cancellation()).of(machine));
        writeSshSettings(context);
        // No box of Windows knows the lab's key from birth, whatever the provider.
        if (machine.isWindows() || !tools.provider().name().traits().keyFromBirth()) {
            giveKey(context);
        }
        tools.shell(machine).awaitReady(tools.timeouts().answer(machine), context.cancellation());
        if (before.isResumable()) {
            new GuestClock(tools, machine).resync(context);
        }
    }

    /** Whether the machine runs now without {@code vagrant up}, which takes many seconds to find out that it does. */
    private boolean startedWithoutVagrant(MachineState before, StepContext context) {
        if (identity().isAnother(before) || !identity().isKnown()) {
            return false;
        }
        return before.isResumable() || before.kind() == MachineState.Kind.STOPPED
                && tools.created().power().start(machine.name(), context::line, context.cancellation());
    }

    /** One of all labs of this host at a time while Vagrant has yet to download the box, or to copy its disk. */
    private void vagrantUp(StepContext context) {
        BoxLock box = new BoxLock(tools, MachineBox.of(tools, machine));
        if (box.isSettled(context)) {
            vagrantUpNow(context);
            return;
        }
        try (CacheLock ignored = box.hold("getting this box with its first machine", context)) {
            vagrantUpNow(context);
        }
    }

    private void vagrantUpNow(StepContext context) {
        tools.vagrant().up(machine.name(), tools.provider().name(), tools.timeouts().start(machine), context::line,
                context.cancellation());
    }

    private MachineIdentity identity() {
        return new MachineIdentity(tools.workspace(), machine.name());
    }

    /** Into a Windows box the only way in may be a password, or Windows' own remoting: Vagrant knows which. */
    private void giveKey(StepContext context) {
        if (machine.isWindows()) {
            tools.vagrant().provision(machine.name(), "hybridlab-key", tools.timeouts().firstWayIn(machine),
                    context::line,
                    context.cancellation());
        } else {
            new FirstContact(tools.processes(), tools.workspace(), tools.environment())
                    .make(machine.name(), tools.timeouts().answer(machine), context.cancellation());
        }
    }

    /** A Windows machine gets its address when it is prepared: until then it is where Vagrant reaches it. */
    private void writeSshSettings(StepContext context) {
        if (tools.provider().name().traits().addressesFromVagrant() && !machine.isWindows()) {
            SshSettings.write(tools.workspace(), machine);
        } else {
            SshSettings.write(tools.workspace(), machine,
                    tools.vagrant().sshConfig(machine.name(), context.cancellation()));
        }
    }
}

package org.hybridlab.provision.windows;

import java.time.Duration;
import java.util.Optional;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.MachineRecords;
import org.hybridlab.provision.context.WindowsGuest;
import org.hybridlab.provision.render.WindowsMachine;

/** No script waits for a reboot, and Windows kept what was installed, without a roll-back. */
final class WindowsRebooted extends InMachine {
    /** Exists while a reboot is wanted. Boot times do not count, since clocks are set meanwhile. */
    private static final String WANTED = WindowsGuest.FOLDER + "/reboot-wanted";
    private static final Duration LOOK = Duration.ofMinutes(5);

    private final Duration within;

    WindowsRebooted(LabContext labContext, Machine machine, Duration within) {
        super(labContext, machine);
        this.within = within;
    }

    @Override
    public Probe look(StepContext context) {
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        return guest.read(WANTED).isPresent() ? Probe.absent(machine.name() + " wants a reboot")
                : Probe.present("no reboot is wanted");
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(60);
    }

    @Override
    public Duration longest() {
        return within.plus(LOOK).multipliedBy(WindowsMachine.MOST_REBOOTS).plus(MachineRecords.LONGEST);
    }

    @Override
    public void run(StepContext context) {
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        Optional<String> why = guest.read(WANTED);
        if (why.isEmpty()) {
            return;
        }
        for (int reboots = 1; why.isPresent() && reboots <= WindowsMachine.MOST_REBOOTS; reboots++) {
            guest.line("rebooting %s: %s".formatted(machine.name(), why.get()));
            guest.shell().rebootAndWait(within, context.cancellation());
            // Sees what Windows kept, and removes or renews the request.
            guest.script(labContext.script(machine, "rebooted.ps1"), LOOK, "-Reboots", Integer.toString(reboots));
            why = guest.read(WANTED);
        }
        MachineRecords.note(labContext, machine, context, "after-reboot");
    }
}

package org.hybridlab.steps;

import java.time.Duration;
import java.util.Optional;

import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** No script waits for a reboot any more. */
final class WindowsRebooted extends InMachine {
    /** There as long as a reboot is wanted; it is not the boot's time that counts, because clocks are set meanwhile. */
    private static final String WANTED = WindowsGuest.FOLDER + "/reboot-wanted";

    private final Duration within;

    WindowsRebooted(LabTools tools, Machine machine, Duration within) {
        super(tools, machine);
        this.within = within;
    }

    @Override
    Probe look(StepContext context) {
        WindowsGuest guest = tools.windowsGuest(machine, context);
        return guest.read(WANTED).isPresent() ? Probe.absent(machine.name() + " wants a reboot")
                : Probe.present("no reboot is wanted");
    }

    @Override
    public Duration usual() {
        return tools.pace().usual(60);
    }

    @Override
    public Duration longest() {
        return within;
    }

    @Override
    public void run(StepContext context) {
        WindowsGuest guest = tools.windowsGuest(machine, context);
        Optional<String> why = guest.read(WANTED);
        if (why.isPresent()) {
            guest.line("rebooting %s: %s".formatted(machine.name(), why.get()));
            guest.shell().rebootAndWait(within, context.cancellation());
            guest.remove(WANTED);
        }
    }
}

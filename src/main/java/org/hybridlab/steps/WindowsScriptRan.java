package org.hybridlab.steps;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** One of the machine's scripts ran to its end, as it is now and with the settings as they are now. */
final class WindowsScriptRan extends InMachine {
    private final String script;
    private final Duration within;

    WindowsScriptRan(LabTools tools, Machine machine, String script, Duration within) {
        super(tools, machine);
        this.script = script;
        this.within = within;
    }

    @Override
    Probe look(StepContext context) {
        return tools.windowsGuest(machine, context).mark(script).equals(Optional.of(fingerprint()))
                ? Probe.present(script + " ran")
                : Probe.absent(script + " has not run, or has changed");
    }

    @Override
    public Duration usual() {
        return tools.pace().usual(30);
    }

    @Override
    public Duration longest() {
        return within.multipliedBy(1L + tools.windowsFiles(machine).settings(script).size());
    }

    @Override
    public void run(StepContext context) {
        // Scripts stop services to replace their files.
        if (isDone(context)) {
            return;
        }
        WindowsGuest guest = tools.windowsGuest(machine, context);
        WindowsFiles files = tools.windowsFiles(machine);
        for (String name : files.settings(script)) {
            guest.send(tools.script(machine, name), WindowsGuest.FOLDER + "/files/" + name, within);
        }
        guest.script(tools.script(machine, script), within, arguments());
        guest.setMark(script, fingerprint());
    }

    /** Only the first script wants to know the time: what comes later trusts the machine's clock. */
    private String[] arguments() {
        return script.equals("prepare.ps1")
                ? new String[] {"-UtcNow", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()} : new String[0];
    }

    private String fingerprint() {
        return tools.windowsFiles(machine).fingerprint(script);
    }
}

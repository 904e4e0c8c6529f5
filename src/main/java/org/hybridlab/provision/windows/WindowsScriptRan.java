package org.hybridlab.provision.windows;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.WindowsGuest;
import org.hybridlab.provision.render.WindowsFiles;

/** A script ran to its end, with the present settings and programs. */
public final class WindowsScriptRan extends InMachine {
    private static final String PREPARE = "prepare.ps1";
    /** As in the script. */
    private static final Duration PRECISE = Duration.ofSeconds(120);

    private final String script;
    private final Duration within;

    public WindowsScriptRan(LabContext labContext, Machine machine, String script, Duration within) {
        super(labContext, machine);
        this.script = script;
        this.within = within;
    }

    @Override
    public Probe look(StepContext context) {
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        if (!guest.mark(script).equals(Optional.of(fingerprint(guest)))) {
            return Probe.absent(script + " has not run, or has changed");
        }
        return wrongClock(guest).or(() -> programs().missing(guest)).map(Probe::absent)
                .orElseGet(() -> Probe.present(script + " ran"));
    }

    /** A machine that was off for hours may begin with its host's local time, and correct it later. */
    private Optional<String> wrongClock(WindowsGuest guest) {
        return !script.equals(PREPARE) ? Optional.empty() : guest.clockAhead().map(Duration::abs)
                .filter(off -> off.compareTo(PRECISE) > 0)
                .map(off -> "the clock of %s is %d s off".formatted(machine.name(), off.toSeconds()));
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(30);
    }

    @Override
    public Duration longest() {
        return within.multipliedBy(1L + labContext.windowsFiles(machine).settings(script).size());
    }

    @Override
    public void run(StepContext context) {
        // Scripts stop services to replace their files.
        if (isDone(context)) {
            return;
        }
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        WindowsFiles files = labContext.windowsFiles(machine);
        for (String name : files.settings(script)) {
            guest.send(labContext.script(machine, name), WindowsGuest.FOLDER + "/files/" + name, within);
        }
        guest.script(labContext.script(machine, script), within, arguments());
        guest.setMark(script, fingerprint(guest));
    }

    /** Only the first script gets the time. Later ones use the machine's clock. */
    private String[] arguments() {
        return script.equals(PREPARE)
                ? new String[] {"-UtcNow", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()} : new String[0];
    }

    private String fingerprint(WindowsGuest guest) {
        return programs().fingerprint(labContext.windowsFiles(machine).fingerprint(script), guest);
    }

    private InstalledPrograms programs() {
        return InstalledPrograms.of(labContext.windowsMachine(machine), script);
    }
}

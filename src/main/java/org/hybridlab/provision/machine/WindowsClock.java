package org.hybridlab.provision.machine;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.WindowsGuest;

/**
 * The clock of a Windows machine that was frozen. Only some hypervisors tell it the time then; Windows' own service
 * asks time servers after hours, and takes no answer that is too far away.
 */
record WindowsClock(LabContext labContext, Machine machine) {
    /** Less is what PowerShell takes to start. */
    private static final Duration TOLERATED = Duration.ofSeconds(5);
    /** Set-Date takes the digits as local time, of whatever kind they are. */
    private static final String SET = "Set-Date -Date ([DateTime]::Parse('%s').ToUniversalTime().ToLocalTime()) | "
            + "Out-Null\n";
    private static final String RESTART = """
            if ((Get-Service -Name 'kubelet' -ErrorAction SilentlyContinue).Status -eq 'Running') {
                Restart-Service -Name 'kubelet' -Force
            }
            """;

    /** @param muchBehind by more than that, pods' tokens may have ended, and the kubelet starts again */
    void resync(Duration muchBehind, StepContext context) {
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        Optional<Duration> wrong = guest.clockAhead().filter(ahead -> ahead.abs().compareTo(TOLERATED) > 0);
        if (wrong.isEmpty()) {
            return;
        }
        boolean isAhead = !wrong.get().isNegative();
        boolean restart = isAhead || wrong.get().abs().compareTo(muchBehind) > 0;
        guest.powershell(SET.formatted(Instant.now().truncatedTo(ChronoUnit.MILLIS)) + (restart ? RESTART : ""));
        context.line("The clock of %s was %d s %s: set%s".formatted(machine.name(), wrong.get().abs().toSeconds(),
                isAhead ? "ahead" : "behind", restart ? ", and its kubelet restarted" : ""));
    }
}

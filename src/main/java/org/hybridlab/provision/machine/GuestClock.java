package org.hybridlab.provision.machine;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.WindowsGuest;

/**
 * A frozen virtual machine's clock stands still. Leases, tokens and certificates depend on it, so it is set to this
 * host's time on resume. A container has the host's clock.
 */
public final class GuestClock {
    private static final Duration TOLERATED = Duration.ofSeconds(2);
    /** Smaller differences may come from a slow answer. Larger ones are corrected. */
    private static final Duration FAR = Duration.ofSeconds(30);
    private static final String TIME = "time ";
    /** The kubelet renews pod tokens 12 minutes before their end by this clock. Other timers are monotonic. */
    private static final Duration OF_A_TOKEN = Duration.ofMinutes(10);

    /** A command's duration limits the precision. */
    private static final Duration SLOW = Duration.ofSeconds(10);
    private static final int TRIES = 3;
    /** One command, since each costs an emulated machine seconds. */
    private static final String SET_IF_FAR_BEHIND = ResourceText.of(GuestClock.class, "set-clock.sh");

    private final LabContext labContext;
    private final Machine machine;

    public GuestClock(LabContext labContext, Machine machine) {
        this.labContext = labContext;
        this.machine = machine;
    }

    /** Commands that print the machine's time on one line; empty if we do not set its clock. */
    String question() {
        return isHosts() || machine.isWindows() ? "" : "echo \"%s$(date +%%s)\"\n".formatted(TIME);
    }

    static boolean isTime(String line) {
        return line.startsWith(TIME);
    }

    /** The error of a clock that stood still; empty if it is right. */
    static Optional<String> wrong(String line) {
        Optional<Instant> time = instant(line.substring(TIME.length()));
        if (time.isEmpty()) {
            return Optional.of("its clock says '%s'".formatted(line));
        }
        Duration behind = Duration.between(time.get(), Instant.now());
        return behind.abs().compareTo(FAR) <= 0 ? Optional.empty() : Optional.of("its clock is %d s %s"
                .formatted(behind.abs().toSeconds(), behind.isNegative() ? "ahead" : "behind"));
    }

    private boolean isHosts() {
        return labContext.provider().name().traits().sharesKernel();
    }

    public void resync(StepContext context) {
        if (isHosts()) {
            return;
        }
        if (machine.isWindows()) {
            new WindowsClock(labContext, machine).resync(OF_A_TOKEN, context);
            return;
        }
        Guest guest = labContext.guest(machine, context);
        for (int tries = 1; true; tries++) {
            Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            resync(guest, before, context);
            Duration took = Duration.between(before, Instant.now());
            if (took.compareTo(SLOW) <= 0) {
                return;
            }
            if (tries == TRIES) {
                context.line("The clock of %s may be wrong by %d s: that is how long its answer took".formatted(
                        machine.name(), took.toSeconds()));
                return;
            }
        }
    }

    private void resync(Guest guest, Instant before, StepContext context) {
        String answer = guest.output(SET_IF_FAR_BEHIND, "Asking for the time",
                String.valueOf(before.getEpochSecond()), String.valueOf(FAR.toSeconds()),
                String.valueOf(OF_A_TOKEN.toSeconds())).strip();
        Instant time = instant(answer).orElseThrow(() -> LabException.labFailed("guest-answer-unclear",
                "%s did not say what time it is.".formatted(machine.name()), "Run the same command again; if it stays "
                        + "so, see what a login there prints.").because("It said: " + answer));
        Duration behind = Duration.between(time, before);
        Duration ahead = Duration.between(Instant.now(), time);
        if (behind.compareTo(TOLERATED) > 0) {
            if (behind.compareTo(FAR) <= 0) {
                set(guest);
            }
            tell(behind, "behind", behind.compareTo(OF_A_TOKEN) > 0, context);
        } else if (ahead.compareTo(TOLERATED) > 0) {
            set(guest);
            guest.must("systemctl", "try-restart", "kubelet");
            tell(ahead, "ahead", true, context);
        }
    }

    private static void set(Guest guest) {
        guest.must("date", "--set=@" + Instant.now().getEpochSecond());
    }

    private void tell(Duration wrong, String how, boolean restarted, StepContext context) {
        context.line("The clock of %s was %d s %s: set%s".formatted(machine.name(), wrong.toSeconds(), how,
                restarted ? ", and its kubelet restarted" : ""));
    }

    private static Optional<Instant> instant(String answer) {
        return answer.matches("\\d{1,12}") ? Optional.of(Instant.ofEpochSecond(Long.parseLong(answer)))
                : Optional.empty();
    }

    /**
     * The clock of a Windows machine that was frozen. Only some hypervisors set it. Windows' own service needs hours,
     * and ignores large differences.
     */
    record WindowsClock(LabContext labContext, Machine machine) {
        /** PowerShell's start takes this. */
        private static final Duration TOLERATED = Duration.ofSeconds(5);
        /** Set-Date takes the digits as local time, of any kind. */
        private static final String SET = "Set-Date -Date ([DateTime]::Parse('%s').ToUniversalTime().ToLocalTime()) | "
                + "Out-Null\n";
        private static final String RESTART = """
                if ((Get-Service -Name 'kubelet' -ErrorAction SilentlyContinue).Status -eq 'Running') {
                    Restart-Service -Name 'kubelet' -Force
                }
                """;

        /** @param muchBehind difference after which pod tokens may have ended, so that the kubelet is restarted */
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
}

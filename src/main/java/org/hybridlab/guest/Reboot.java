package org.hybridlab.guest;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;

/** Reboots a machine, and proves it by a new boot id. */
final class Reboot {
    private static final Duration QUICK = Duration.ofMinutes(1);
    /** Results of a successful reboot: ssh needs longer than {@link #QUICK} to give up. */
    private static final Set<String> CUT_OFF = Set.of("ssh-lost", "timed-out");
    /** A busy Windows may ignore the request, so it is sent once more. */
    private static final Duration AGAIN = Duration.ofMinutes(2);

    private final GuestShell shell;
    private final List<String> words;
    private final Duration again;
    private final Cancellation cancellation;
    private long asked;

    /**
     * @param words reboot command, which may be cut off
     * @param again time until the request is repeated once
     */
    Reboot(GuestShell shell, List<String> words, Duration again, Cancellation cancellation) {
        this.shell = shell;
        this.words = words;
        this.again = again;
        this.cancellation = cancellation;
    }

    static void of(GuestShell shell, List<String> words, Duration timeout, Cancellation cancellation) {
        new Reboot(shell, words, AGAIN, cancellation).within(timeout);
    }

    void within(Duration timeout) {
        String before = shell.bootId(cancellation);
        ask();
        Wait.until(shell.machine() + " is back after its reboot", timeout).orFail("reboot-not-seen",
                "Look at the machine's console, then run the same command again.")
                .that(() -> look(before), now -> !now.equals(before), now -> "boot " + now, cancellation);
    }

    private String look(String before) {
        String now = shell.bootId(cancellation);
        if (now.equals(before) && System.nanoTime() - asked > again.toNanos()) {
            ask();
        }
        return now;
    }

    private void ask() {
        asked = System.nanoTime();
        try {
            shell.sudo(words, Optional.empty(), QUICK, line -> { }, cancellation);
        } catch (LabException e) {
            if (!CUT_OFF.contains(e.id())) {
                throw e;
            }
        }
    }
}

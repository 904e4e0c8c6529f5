package org.hybridlab.guest;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;

/** A reboot that is known to have happened, by another boot id after it. */
final class Reboot {
    private static final Duration QUICK = Duration.ofMinutes(1);
    /** How a command ends that did reboot: ssh itself takes longer than {@link #QUICK} to give a connection up. */
    private static final Set<String> CUT_OFF = Set.of("ssh-lost", "timed-out");
    /** Windows may lose the wish while it is busy: a machine that still answers as before is asked once more. */
    private static final Duration AGAIN = Duration.ofMinutes(2);

    private final GuestShell shell;
    private final List<String> words;
    private final Duration again;
    private final Cancellation cancellation;
    private long asked;

    /**
     * @param words the command that reboots; it need not live to tell
     * @param again after this a machine that has not rebooted is asked once more
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

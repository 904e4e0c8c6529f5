package org.hybridlab.guest;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.failure.LabException;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.Wait;

/** A reboot that is known to have happened, by another boot id after it. */
final class Reboot {
    private static final Duration QUICK = Duration.ofMinutes(1);

    private Reboot() {
    }

    /** @param words the command that reboots; it need not live to tell */
    static void of(GuestShell shell, List<String> words, Duration timeout, Cancellation cancellation) {
        String before = shell.bootId(cancellation);
        try {
            shell.sudo(words, Optional.empty(), QUICK, line -> { }, cancellation);
        } catch (LabException e) {
            if (!e.id().equals("ssh-lost")) {
                throw e;
            }
        }
        Wait.until(shell.machine() + " is back after its reboot", timeout).orFail("reboot-not-seen",
                "Look at the machine's console, then run the same command again.")
                .that(() -> shell.bootId(cancellation), now -> !now.equals(before), now -> "boot " + now, cancellation);
    }
}

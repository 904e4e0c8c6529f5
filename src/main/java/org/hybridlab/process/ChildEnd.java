package org.hybridlab.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Ends a child: INT first, because vagrant cleans up after INT and dies half way after TERM (measured,
 * java-and-vagrant.md 5.4), then the whole tree.
 */
final class ChildEnd {
    private static final Duration GRACE = Duration.ofSeconds(20);

    private ChildEnd() {
    }

    static void stop(Process process, boolean now) {
        if (now || !interrupt(process)) {
            killTree(process);
            return;
        }
        process.toHandle().onExit().orTimeout(GRACE.toSeconds(), TimeUnit.SECONDS)
                .whenComplete((ended, late) -> {
                    if (late != null) {
                        killTree(process);
                    }
                });
    }

    /** Java can only send TERM and KILL by itself. False where there is no {@code kill} (Windows hosts). */
    private static boolean interrupt(Process process) {
        try {
            return new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void killTree(Process process) {
        List<ProcessHandle> tree = process.descendants().toList();
        process.destroyForcibly();
        tree.forEach(ProcessHandle::destroyForcibly);
    }
}

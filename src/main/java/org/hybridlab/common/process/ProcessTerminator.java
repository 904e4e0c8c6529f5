package org.hybridlab.common.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Ends a child: INT first, because vagrant cleans up after INT and dies half way after TERM, then the whole tree. What
 * the child had started and left behind ends with it.
 *
 * @param grace how long a child may clean up after INT
 */
record ProcessTerminator(Duration grace) {
    /** @return completes when the child is gone */
    CompletableFuture<Void> stop(Process process, boolean now) {
        List<ProcessHandle> tree = process.descendants().toList();
        if (now || !interrupt(process)) {
            kill(process, tree);
        }
        return process.onExit().orTimeout(grace.toMillis(), TimeUnit.MILLISECONDS)
                .handle((ended, late) -> {
                    kill(process, tree);
                    return process.onExit();
                }).thenCompose(ended -> ended).thenAccept(ended -> { });
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

    /** The tree as it was and as it is: a child whose parent died is nobody's descendant any more. */
    private static void kill(Process process, List<ProcessHandle> tree) {
        List<ProcessHandle> newer = process.descendants().toList();
        process.destroyForcibly();
        tree.forEach(ProcessHandle::destroyForcibly);
        newer.forEach(ProcessHandle::destroyForcibly);
    }
}

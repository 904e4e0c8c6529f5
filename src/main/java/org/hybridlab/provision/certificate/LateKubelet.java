package org.hybridlab.provision.certificate;

import java.time.Duration;

import org.hybridlab.common.error.LabException;
import org.hybridlab.provision.context.Guest;

/**
 * The kubelet of a control plane whose static pods were changed. While its API server restarts, it cannot tell that one
 * of the pods, and tells again more than a minute later; a kubelet that starts tells at once. So it is started again,
 * once, if it is late although the new API server is ready.
 */
final class LateKubelet {
    private static final Duration ANSWER = Duration.ofSeconds(30);
    /** Fails while the API server of before runs, or the new one is not ready. */
    private static final String NEW_ONE_IS_READY = """
            now=$(pgrep -x kube-apiserver | tr '\\n' ' ')
            [ -n "$now" ] && [ "$now" != "$1" ] || exit 1
            [ "$(curl -sk --noproxy '*' --max-time 2 https://127.0.0.1:6443/readyz)" = ok ]""";

    private final Guest guest;
    private final String before;
    private final Duration late;
    private long asked = System.nanoTime();
    private boolean ready;
    private boolean restarted;

    /**
     * @param before the processes of the API server before the change
     * @param late after how long without news
     */
    LateKubelet(Guest guest, String before, Duration late) {
        this.guest = guest;
        this.before = before;
        this.late = late;
    }

    /** To be called again and again while the pods are not told of. Never fails but by an interruption. */
    void look() {
        Duration since = Duration.ofNanos(System.nanoTime() - asked);
        if (restarted || since.compareTo(ready ? late : late.dividedBy(5)) < 0) {
            return;
        }
        asked = System.nanoTime();
        try {
            if (ready) {
                // Also if its answer is lost: what was asked for may have been done.
                restarted = true;
                guest.root(ANSWER, "systemctl", "restart", "kubelet");
            } else {
                ready = guest.root(ANSWER, "sh", "-c", NEW_ONE_IS_READY, "look", before).ok();
            }
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
        }
    }
}

package org.hybridlab.steps;

import java.time.Duration;

import org.hybridlab.bundle.CacheLock;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;
import org.hybridlab.vagrant.Vagrant;

/**
 * Vagrant has a published box that machines are made from. One lab of this host at a time downloads it. Not for a box
 * whose sum the lab file says: only `vagrant up` looks at that, see Vagrantfile.ftl.
 */
final class BoxDownloaded implements Action {
    /** Besides the wait for another lab that downloads the same. */
    private static final Duration WAITING = Vagrant.LONGEST_DOWNLOAD;

    private final LabTools tools;
    private final String box;
    private final BoxLock lock;

    BoxDownloaded(LabTools tools, String box) {
        this.tools = tools;
        this.box = box;
        this.lock = new BoxLock(tools, box);
    }

    @Override
    public Probe probe(StepContext context) {
        return lock.isDownloaded() ? Probe.present("Vagrant has the box " + box)
                : Probe.absent("Vagrant does not have the box " + box);
    }

    @Override
    public Duration usual() {
        return lock.isDownloaded() ? Duration.ZERO : Duration.ofMinutes(5);
    }

    @Override
    public Duration longest() {
        return Vagrant.LONGEST_DOWNLOAD.plus(WAITING);
    }

    @Override
    public void run(StepContext context) {
        if (lock.isDownloaded()) {
            return;
        }
        try (CacheLock ignored = lock.hold("downloading this box", context)) {
            if (!lock.isDownloaded()) {
                tools.vagrant().boxDownload(box, tools.provider().name(), tools.lab().outside(), context::line,
                        context.cancellation());
            }
        }
    }
}

package org.hybridlab.steps;

import java.time.Duration;
import java.util.Set;

import org.hybridlab.bundle.CacheLock;
import org.hybridlab.failure.LabException;
import org.hybridlab.lab.BoxChoice;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;
import org.hybridlab.vagrant.Vagrant;

/**
 * Vagrant has a published box that machines are made from. One lab of this host at a time downloads it. Not for a box
 * whose sum the lab file says: only `vagrant up` looks at that, see Vagrantfile.ftl.
 */
public final class BoxDownloaded implements Action {
    /** Nobody answered where the box should come from, or did not have it. */
    static final String NOT_REACHED = "box-not-reached";
    private static final Set<String> VAGRANTS_WORDS = Set.of("vagrant-downloader-error", "vagrant-box-add-short-not-found",
            "vagrant-box-metadata-download-error", "vagrant-box-add-no-matching-version",
            "vagrant-box-add-no-matching-provider");
    /** Besides the wait for another lab that downloads the same. */
    private static final Duration WAITING = Vagrant.LONGEST_DOWNLOAD;

    private final LabTools tools;
    private final BoxChoice box;
    private final BoxLock lock;

    public BoxDownloaded(LabTools tools, BoxChoice box) {
        this.tools = tools;
        this.box = box;
        this.lock = new BoxLock(tools, box);
    }

    @Override
    public Probe probe(StepContext context) {
        return lock.isDownloaded() ? Probe.present("Vagrant has the box " + box.words())
                : Probe.absent("Vagrant does not have the box " + box.words());
    }

    @Override
    public Duration usual() {
        return lock.isDownloaded() ? Duration.ZERO : Duration.ofMinutes(5);
    }

    @Override
    public Duration longest() {
        return Vagrant.LONGEST_DOWNLOAD.plus(WAITING);
    }

    /** @throws LabException {@code box-not-reached}, and what else Vagrant says */
    @Override
    public void run(StepContext context) {
        if (lock.isDownloaded()) {
            return;
        }
        try (CacheLock ignored = lock.hold("downloading this box", context)) {
            if (!lock.isDownloaded()) {
                download(context);
            }
        }
    }

    private void download(StepContext context) {
        try {
            tools.vagrant().boxDownload(box, tools.provider().name(), tools.lab().outside().boxMirror(), context::line,
                    context.cancellation());
        } catch (LabException e) {
            throw VAGRANTS_WORDS.contains(e.id()) ? notReached(e) : e;
        }
    }

    private LabException notReached(LabException said) {
        String from = box.url().or(() -> tools.lab().outside().boxMirror()).orElse("Vagrant's public registry");
        return LabException.labFailed(NOT_REACHED, "Vagrant could not get the box %s for %s from %s."
                .formatted(box.words(), tools.provider().name().traits().title(), from),
                BoxAdvice.of(tools, box)).because(said.why().orElse(said.what()));
    }
}

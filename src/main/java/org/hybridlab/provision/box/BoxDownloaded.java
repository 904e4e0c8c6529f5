package org.hybridlab.provision.box;

import java.time.Duration;

import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.vagrant.Vagrant;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;

/**
 * Vagrant has a published box. One lab of this host at a time downloads it. Not for a box whose sum the lab file
 * states: only `vagrant up` verifies that, see Vagrantfile.ftl.
 */
public final class BoxDownloaded implements Action {
    /** Besides the wait for another lab's download. */
    private static final Duration WAITING = Vagrant.LONGEST_DOWNLOAD;

    private final BoxFetch fetch;

    public BoxDownloaded(LabContext labContext, BoxChoice box) {
        this.fetch = new BoxFetch(labContext.vagrant(), labContext.provider().name(),
                labContext.lab().outside().boxMirror(), labContext.vagrantHome(),
                labContext.bundles().bundles().userCache(), box);
    }

    @Override
    public Probe probe(StepContext context) {
        return fetch.folder().isThere() ? Probe.present("Vagrant has the box " + fetch.box().title())
                : Probe.absent("Vagrant does not have the box " + fetch.box().title());
    }

    @Override
    public Duration usual() {
        return fetch.folder().isThere() ? Duration.ZERO : Duration.ofMinutes(5);
    }

    @Override
    public Duration longest() {
        return Vagrant.LONGEST_DOWNLOAD.plus(WAITING);
    }

    @Override
    public void run(StepContext context) {
        fetch.run(LabBundles.fetching(context));
    }
}

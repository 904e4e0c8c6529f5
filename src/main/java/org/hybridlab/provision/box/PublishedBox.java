package org.hybridlab.provision.box;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.provision.context.BoxSource;

/** A box that Vagrant downloads, for providers that hybridlab builds none for. */
public final class PublishedBox implements BoxSource {
    private final String name;

    private PublishedBox(String name) {
        this.name = name;
    }

    /** For machines that get Kubernetes from this host's bundle. */
    public static PublishedBox usual() {
        return new PublishedBox(KnownBoxes.installed().stock().name());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isStock() {
        return true;
    }

    @Override
    public boolean exists(Cancellation cancellation) {
        return true;
    }

    @Override
    public void ensure(Fetching fetching) {
        fetching.lines().accept("Vagrant downloads " + name());
    }
}

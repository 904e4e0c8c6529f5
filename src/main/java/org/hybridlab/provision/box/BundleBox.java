package org.hybridlab.provision.box;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.context.BoxSource;
import org.hybridlab.provision.context.TwoPartProgress;

/** The box that is built on this host from Debian packages and the bundle. */
public final class BundleBox implements BoxSource {
    private final Bundles bundles;
    private final Boxes boxes;
    private final ProviderName provider;
    private final KubernetesVersion kubernetes;
    private final Arch arch;

    public BundleBox(Bundles bundles, Boxes boxes, ProviderName provider, KubernetesVersion kubernetes, Arch arch) {
        this.bundles = bundles;
        this.boxes = boxes;
        this.provider = provider;
        this.kubernetes = kubernetes;
        this.arch = arch;
    }

    @Override
    public String name() {
        return boxes.name(provider, kubernetes, arch);
    }

    @Override
    public boolean isStock() {
        return false;
    }

    @Override
    public boolean exists(Cancellation cancellation) {
        return boxes.exists(provider, name(), cancellation);
    }

    @Override
    public void ensure(Fetching fetching) {
        if (exists(fetching.cancellation())) {
            // Another user of this docker may have built it, with a cache and bundle of his own.
            return;
        }
        TwoPartProgress parts = new TwoPartProgress(fetching, Boxes.USUAL);
        Bundle bundle = bundles.get(kubernetes, Os.LINUX, arch, parts.first());
        boxes.ensure(provider, bundle, parts.second());
    }
}

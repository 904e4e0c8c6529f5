package org.hybridlab.provision.context;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.box.NodePayload;
import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;

/** What this host brings to machines whose box has no Kubernetes in it. */
public final class StockNodePayload {
    private final Bundles bundles;
    private final Boxes boxes;
    private final KubernetesVersion kubernetes;
    private final Arch arch;

    public StockNodePayload(Bundles bundles, Boxes boxes, KubernetesVersion kubernetes, Arch arch) {
        this.bundles = bundles;
        this.boxes = boxes;
        this.kubernetes = kubernetes;
        this.arch = arch;
    }

    /** Another one for other contents; known before anything is fetched. */
    public String name() {
        return boxes.payloadName(kubernetes, arch);
    }

    /** A cheap look. */
    public boolean exists() {
        return boxes.hasNodePayload(kubernetes, arch) && bundles.cached(kubernetes, Os.LINUX, arch).isPresent();
    }

    /** What is missing of it is fetched and made first, which may take many minutes. */
    public NodePayload ensure(Fetching fetching) {
        TwoPartProgress parts = new TwoPartProgress(fetching, Boxes.USUAL_PAYLOAD);
        Bundle bundle = bundles.get(kubernetes, Os.LINUX, arch, parts.first());
        return boxes.payload(bundle, parts.second());
    }
}

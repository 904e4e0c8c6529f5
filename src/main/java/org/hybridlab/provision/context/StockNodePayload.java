package org.hybridlab.provision.context;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.box.NodePayload;
import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;

/** What machines without Kubernetes in their box get from this host. */
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

    /** Depends on its contents; known before they are fetched. */
    public String name() {
        return boxes.payloadName(kubernetes, arch);
    }

    /** Cheap. */
    public boolean exists() {
        return boxes.hasNodePayload(kubernetes, arch) && bundles.cached(kubernetes, Os.LINUX, arch).isPresent();
    }

    /** Fetches and builds what is missing, which may take many minutes. */
    public NodePayload ensure(Fetching fetching) {
        TwoPartProgress parts = new TwoPartProgress(fetching, Boxes.USUAL_PAYLOAD);
        Bundle bundle = bundles.get(kubernetes, Os.LINUX, arch, parts.first());
        return boxes.payload(bundle, parts.second());
    }
}

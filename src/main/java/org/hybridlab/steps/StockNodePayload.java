package org.hybridlab.steps;

import org.hybridlab.box.Boxes;
import org.hybridlab.box.NodePayload;
import org.hybridlab.bundle.Bundle;
import org.hybridlab.bundle.Bundles;
import org.hybridlab.bundle.Fetching;
import org.hybridlab.lab.Arch;
import org.hybridlab.lab.KubernetesVersion;
import org.hybridlab.lab.Os;

/** What this host brings to machines whose box has no Kubernetes in it. */
final class StockNodePayload {
    private final Bundles bundles;
    private final Boxes boxes;
    private final KubernetesVersion kubernetes;
    private final Arch arch;

    StockNodePayload(Bundles bundles, Boxes boxes, KubernetesVersion kubernetes, Arch arch) {
        this.bundles = bundles;
        this.boxes = boxes;
        this.kubernetes = kubernetes;
        this.arch = arch;
    }

    /** Another one for other contents; known before anything is fetched. */
    String name() {
        return boxes.kitName(kubernetes, arch);
    }

    /** A cheap look. */
    boolean exists() {
        return boxes.hasKit(kubernetes, arch) && bundles.cached(kubernetes, Os.LINUX, arch).isPresent();
    }

    /** What is missing of it is fetched and made first, which may take many minutes. */
    NodePayload ensure(Fetching fetching) {
        TwoPartProgress parts = new TwoPartProgress(fetching, Boxes.USUAL_KIT);
        Bundle bundle = bundles.get(kubernetes, Os.LINUX, arch, parts.first());
        return boxes.kit(bundle, parts.second());
    }
}

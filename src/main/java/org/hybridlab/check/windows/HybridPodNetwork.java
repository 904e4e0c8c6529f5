package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.HttpProbe;
import org.hybridlab.check.core.Observation;
import org.hybridlab.cluster.api.Pod;

/** Linux and Windows pods reach each other in both directions. */
public final class HybridPodNetwork extends WindowsCheck {
    static final String ID = "hybrid-pod-network";

    public HybridPodNetwork() {
        super(true, "flannel-network-not-made");
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Linux pods and Windows pods reach each other";
    }

    @Override
    public String how() {
        return "curl in the pod on each Linux node to the pod on each Windows node, and back";
    }

    @Override
    Observation look(CheckContext context) {
        List<Pod> linux = context.probes().everywhere();
        List<Pod> windows = context.windows().probes().everywhere();
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Pod one : linux) {
            for (Pod other : windows) {
                HttpProbe.pod(context, context.probes(), one, other).into(complaints, evidence);
                HttpProbe.pod(context, context.windows().probes(), other, one).into(complaints, evidence);
            }
        }
        return Observation.of(complaints, "Pods answered on all %d ways between Linux and Windows nodes."
                .formatted(evidence.size()), evidence);
    }
}

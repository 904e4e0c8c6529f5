package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hybridlab.check.cluster.NodesReady;
import org.hybridlab.check.cluster.PodsStart;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.HttpProbe;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.ProbePods;
import org.hybridlab.cluster.api.Pod;

/**
 * Windows pods reach the API server's address, which is neither a pod's nor a service's. Not the internet, which no
 * adapter of the pod network reaches on VirtualBox, Hyper-V and Parallels.
 */
public final class WindowsOutbound extends WindowsCheck {
    public WindowsOutbound() {
        super(true, "flannel-nat-address");
    }

    @Override
    public String id() {
        return "windows-outbound";
    }

    @Override
    public String title() {
        return "Pods on every Windows node reach addresses outside the cluster's networks";
    }

    @Override
    public String how() {
        return "curl in the pod on each Windows node to the API server at its machine's address";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID, PodsStart.ID, WindowsPodsStart.ID);
    }

    @Override
    Observation look(CheckContext context) {
        ProbePods windows = context.windows().probes();
        // Readable without a login.
        String url = "https://%s:6443/version".formatted(context.lab().apiAddress());
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Pod pod : windows.everywhere()) {
            String answer = HttpProbe.ask(context, windows, pod, url);
            boolean good = answer.contains("gitVersion");
            (good ? evidence : complaints).add("from %s to %s: %s".formatted(pod.node().orElseThrow(), url,
                    good ? "answered" : answer));
        }
        return Observation.of(complaints, "The API server's machine answers pods on every Windows node.", evidence);
    }
}

package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.check.cluster.NodesReady;
import org.hybridlab.check.cluster.PodsStart;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.HttpProbe;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.ProbePods;
import org.hybridlab.cluster.api.Pod;

/** Pods of each system reach a service with pods of the other. */
public final class HybridService extends WindowsCheck {
    public HybridService() {
        super(true, "proxy-network-missing");
    }

    @Override
    public String id() {
        return "hybrid-service";
    }

    @Override
    public String title() {
        return "Linux pods reach a service of Windows pods, and Windows pods one of Linux pods";
    }

    @Override
    public String how() {
        return "curl in each pod to the virtual address of the service in front of the other system's pods";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID, PodsStart.ID, WindowsPodsStart.ID, HybridPodNetwork.ID);
    }

    @Override
    Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        ask(context, context.probes(), context.windows().probes(), complaints, evidence);
        ask(context, context.windows().probes(), context.probes(), complaints, evidence);
        return Observation.of(complaints, "Services answer across systems, from %d pods.".formatted(evidence.size()),
                evidence);
    }

    private static void ask(CheckContext context, ProbePods from, ProbePods behind, List<String> complaints,
                            List<String> evidence) {
        Set<String> names = behind.everywhere().stream().map(Pod::name).collect(Collectors.toSet());
        String url = "http://%s/hostname".formatted(behind.front().clusterIp());
        from.everywhere().forEach(pod -> HttpProbe.url(context, from, pod, url, names).into(complaints, evidence));
    }
}

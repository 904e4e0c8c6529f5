package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.check.cluster.ClusterDns;
import org.hybridlab.check.cluster.NodesReady;
import org.hybridlab.check.cluster.PodsStart;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.HttpProbe;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.ProbePods;
import org.hybridlab.cluster.api.Pod;

/** Windows pods resolve a service by its full name. Windows takes a short name with a dot for a full one. */
public final class WindowsDns extends WindowsCheck {
    public WindowsDns() {
        super(true, "windows-short-names");
    }

    @Override
    public String id() {
        return "windows-dns";
    }

    @Override
    public String title() {
        return "Pods on every Windows node can look up services by their full names";
    }

    @Override
    public String how() {
        return "curl in the pod on each Windows node to a service of Linux pods, by its full name";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID, PodsStart.ID, WindowsPodsStart.ID, HybridPodNetwork.ID, ClusterDns.ID);
    }

    @Override
    Observation look(CheckContext context) {
        ProbePods windows = context.windows().probes();
        Set<String> names = context.probes().everywhere().stream().map(Pod::name).collect(Collectors.toSet());
        String url = "http://probe.%s.svc.%s/hostname".formatted(context.probes().namespace(),
                context.network().domain());
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        windows.everywhere().forEach(pod -> HttpProbe.url(context, windows, pod, url, names).into(complaints,
                evidence));
        return Observation.of(complaints, "DNS answers pods on every Windows node.", evidence);
    }
}

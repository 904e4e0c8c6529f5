package org.hybridlab.diagnose;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Rollout;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.diagnose.object.OwnWorkloads;
import tools.jackson.databind.JsonNode;

/** What is wanted against what is there: workloads that lack pods, and addons that nobody wants any more. */
final class WorkloadEvidence {
    private final Cluster cluster;
    private final List<String> lines = new ArrayList<>();
    private final List<String> own = new ArrayList<>();

    private WorkloadEvidence(Cluster cluster) {
        this.cluster = cluster;
    }

    /** A line for each; none if all is as it is wanted. */
    static List<String> of(Cluster cluster) {
        WorkloadEvidence evidence = new WorkloadEvidence(cluster);
        Rollout.KINDS.stream().sorted().forEach(kind -> cluster.workloads(kind)
                .forEach(live -> evidence.workload(kind, live)));
        evidence.addon("CoreDNS", "deployment/coredns", "deployment/kube-dns");
        evidence.addon("kube-proxy", "daemonset/kube-proxy");
        evidence.addon(PodNetworkPlugin.titles(), evidence.own.stream().filter(name -> PodNetworkPlugin.all().stream()
                .anyMatch(plugin -> name.startsWith("daemonset/" + plugin.objects().daemonSet())))
                .toArray(String[]::new));
        return evidence.lines;
    }

    private void workload(String kind, JsonNode live) {
        String namespace = live.path("metadata").path("namespace").asString();
        Rollout rollout = new Rollout(kind, live);
        rollout.complaint().ifPresent(words -> lines.add(namespace + "/" + words));
        // An app may be switched off on purpose; of these nobody has another use.
        if (OwnWorkloads.include(rollout.reference(), live)) {
            own.add(rollout.reference());
            if (rollout.wanted() == 0) {
                lines.add("%s/%s wants no pods".formatted(namespace, rollout.reference()));
            }
        }
    }

    private void addon(String title, String... names) {
        if (own.stream().noneMatch(List.of(names)::contains)) {
            lines.add("the cluster has no " + title);
        }
    }
}

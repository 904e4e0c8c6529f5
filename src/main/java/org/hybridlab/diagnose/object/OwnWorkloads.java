package org.hybridlab.diagnose.object;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.PodNetworkPlugin;
import tools.jackson.databind.JsonNode;

/** Workloads of kubeadm and hybridlab for the cluster itself. Others may be off on purpose. */
public final class OwnWorkloads {
    private static final String SYSTEM = "kube-system";
    private static final Set<String> OF_KUBEADM = Set.of("deployment/coredns", "deployment/kube-dns",
            "daemonset/kube-proxy");
    private static final Set<String> OF_HYBRIDLAB = Stream.concat(Stream.of(SYSTEM + "/daemonset/kube-proxy-windows"),
            Addons.installed().stream().flatMap(addon -> addon.ready().stream())).collect(Collectors.toSet());

    private OwnWorkloads() {
    }

    /**
     * Whether it is one: by its name, and where others use that too, because {@code up} wrote it.
     *
     * @param reference as kubectl names it, for example {@code daemonset/kube-proxy}
     * @param live as the API server has it
     */
    public static boolean include(String reference, JsonNode live) {
        LiveObject workload = new LiveObject(live);
        boolean system = workload.namespace().equals(SYSTEM);
        return system && OF_KUBEADM.contains(reference)
                || OF_HYBRIDLAB.contains(workload.namespace() + "/" + reference) && workload.isOfTheLab()
                || PodNetworkPlugin.all().stream().anyMatch(plugin -> isOf(plugin, reference, workload));
    }

    private static boolean isOf(PodNetworkPlugin plugin, String reference, LiveObject workload) {
        return workload.namespace().equals(plugin.objects().namespace())
                && (reference.startsWith("daemonset/" + plugin.objects().daemonSet()) || workload.isOfTheLab());
    }
}

package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

final class ControlLoopEvidence {
    private static final String LEASES = "/apis/coordination.k8s.io/v1/leases";
    /** A leader among several renews its lease several times in this, even on slow machines. */
    private static final Duration SILENT = Duration.ofSeconds(45);
    private static final String SYSTEM = "kube-system";
    private static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

    private ControlLoopEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        if (AdmissionEvidence.refusesLeases(lists)) {
            return;
        }
        for (String name : List.of("kube-controller-manager", "kube-scheduler")) {
            Optional<LiveObject> lease = lists.find(LEASES, SYSTEM, name);
            if (lease.isPresent()) {
                ofLease(lease.get(), lists, lines);
            } else {
                ofPods(name, lists, lines);
            }
        }
    }

    private static void ofLease(LiveObject lease, ClusterLists lists, ObjectLines lines) {
        if (isOld(lists, lease)) {
            lines.say("Lease kube-system/%s was last renewed at %s by %s".formatted(lease.name(),
                    lease.text("spec", "renewTime"), title(lists, lease.text("spec", "holderIdentity")
                            .replaceAll("_.*", ""))));
        }
    }

    /** kubeadm can rewrite a manifest on the first control plane. Of a foreign cluster only the name is known. */
    private static String title(ClusterLists lists, String node) {
        return lists.ownCluster().map(lab -> lab.firstControlPlane().name().equals(node) ? "the first control plane "
                : "the control plane ").orElse("") + node;
    }

    /** A single control plane elects no leader. Its kubelet's word counts while it works. */
    private static void ofPods(String name, ClusterLists lists, ObjectLines lines) {
        if (lists.ownCluster().isEmpty()) {
            return;
        }
        for (LiveObject node : lists.of("/api/v1/nodes")) {
            if (!node.at("metadata", "labels").has(CONTROL_PLANE) || !node.isOlderThan(SILENT, lists.now())
                    || node.condition("Ready", "True").isEmpty()) {
                continue;
            }
            Optional<LiveObject> pod = lists.find("/api/v1/pods", SYSTEM, name + "-" + node.name());
            if (pod.isEmpty()) {
                lines.say("Pod kube-system/%s of %s is missing".formatted(name, title(lists, node.name())));
            } else if (pod.get().condition("Ready", "False").filter(ready -> LiveObject.isBefore(
                    lists.now().minus(SILENT), ready.path("lastTransitionTime"))).isPresent()) {
                lines.say("Pod kube-system/%s of %s is not ready".formatted(name, title(lists, node.name())));
            }
        }
    }

    /** Whether no kubelet renews leases either, so that the API server must be the cause. */
    static boolean areAllOld(ClusterLists lists) {
        return !lists.of(LEASES).isEmpty() && lists.of(LEASES).stream().allMatch(lease -> isOld(lists, lease));
    }

    private static boolean isOld(ClusterLists lists, LiveObject lease) {
        return LiveObject.isBefore(lists.now().minus(SILENT), lease.at("spec", "renewTime"));
    }
}

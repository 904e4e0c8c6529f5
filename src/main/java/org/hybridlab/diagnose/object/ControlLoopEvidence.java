package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Whether the controller manager and the scheduler have worked lately. */
final class ControlLoopEvidence {
    private static final String LEASES = "/apis/coordination.k8s.io/v1/leases";
    /** Where several may lead, the leader renews its lease several times in this, also where the machines are slow. */
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

    /** On the first one kubeadm can write a manifest again. Of a foreign cluster's, the name alone is known. */
    private static String title(ClusterLists lists, String node) {
        return lists.ownCluster().map(lab -> lab.firstControlPlane().name().equals(node) ? "the first control plane "
                : "the control plane ").orElse("") + node;
    }

    /** The only control plane of a lab elects no leader. What its kubelet says counts while that works. */
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

    /** Whether nobody renews a lease, and no kubelet either: the API server does not let them. */
    static boolean areAllOld(ClusterLists lists) {
        return !lists.of(LEASES).isEmpty() && lists.of(LEASES).stream().allMatch(lease -> isOld(lists, lease));
    }

    private static boolean isOld(ClusterLists lists, LiveObject lease) {
        return LiveObject.isBefore(lists.now().minus(SILENT), lease.at("spec", "renewTime"));
    }
}

package org.hybridlab.diagnose;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.text.EnumIds;

/** What a piece of evidence is, in the words of the data files ({@code pod-log}). */
public enum EvidenceKind {
    /** The lab's own logs: what Vagrant, kubeadm, scripts and the provider printed. */
    RUN(true, "the logs of the lab's steps"),
    /** What a check that did not pass saw. */
    CHECK(true, "checks that failed"),
    /** Text that a user hands in. */
    TEXT(true, "text handed in with --text"),
    KUBELET(false, "the kubelet's log"),
    CONTAINERD(false, "containerd's log"),
    KUBE_PROXY(false, "kube-proxy's log"),
    FLANNELD(false, "flanneld's log"),
    /** Of all other pods of Kubernetes' own. */
    POD_LOG(false, "logs of system pods"),
    /** Of users' own pods: their disks, certificates and databases are not the machine's. */
    APP_LOG(false, "logs of apps"),
    KERNEL(false, "the kernel's log"),
    /** Networks, endpoints and policies of Windows' Host Networking Service. */
    HNS(false, "HNS objects"),
    EVENT(false, "Kubernetes events"),
    /** Pods that are not ready. */
    POD(false, "pods' states"),
    /** Deployments, DaemonSets and StatefulSets that lack pods, and addons that are not there. */
    WORKLOAD(false, "workloads' states"),
    /** What is not as it should be with a node. */
    NODE(false, "nodes' states"),
    /** Objects of the cluster that are not as they should be. */
    OBJECT(false, "the cluster's objects"),
    /** Services, disks, versions and packet filters of a machine. */
    MACHINE(false, "the machine's services, disks, versions, packet filters and settings"),
    /** This host, and what its provider says of the machines. */
    HOST(false, "this host, and the provider's word on the machines");

    private final boolean quotes;
    private final String title;

    EvidenceKind(boolean quotes, String title) {
        this.quotes = quotes;
        this.title = title;
    }

    /** @throws IllegalArgumentException with all words */
    static EvidenceKind of(String word) {
        return find(word).orElseThrow(() -> new IllegalArgumentException(
                "'%s' is no kind of evidence; there are %s".formatted(word, ids())));
    }

    private static Optional<EvidenceKind> find(String word) {
        return Arrays.stream(values()).filter(kind -> kind.id().equals(word)).findFirst();
    }

    private static List<String> ids() {
        return Arrays.stream(values()).map(EvidenceKind::id).toList();
    }

    public String id() {
        return EnumIds.of(this);
    }

    /** Whether it keeps what was said before something changed. */
    public boolean isLog() {
        return switch (this) {
            case KUBELET, CONTAINERD, KUBE_PROXY, FLANNELD, POD_LOG, APP_LOG, KERNEL -> true;
            default -> false;
        };
    }

    /** For people. */
    public String title() {
        return title;
    }

    /** Whether it repeats what other evidence says, so that every sign may be found in it. */
    boolean quotes() {
        return quotes;
    }
}

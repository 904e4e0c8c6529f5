package org.hybridlab.diagnose;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.text.EnumIds;

/** Kinds of evidence, named as in the data files ({@code pod-log}). */
public enum EvidenceKind {
    /** Output of Vagrant, kubeadm, scripts and the provider. */
    RUN(true, "the logs of the lab's steps"),
    CHECK(true, "checks that failed"),
    TEXT(true, "text handed in with --text"),
    KUBELET(false, "the kubelet's log"),
    CONTAINERD(false, "containerd's log"),
    KUBE_PROXY(false, "kube-proxy's log"),
    FLANNELD(false, "flanneld's log"),
    POD_LOG(false, "logs of system pods"),
    /** Apps have disks, certificates and databases of their own. */
    APP_LOG(false, "logs of apps"),
    KERNEL(false, "the kernel's log"),
    HNS(false, "HNS objects"),
    EVENT(false, "Kubernetes events"),
    POD(false, "pods' states"),
    /** Workloads that lack pods, and missing addons. */
    WORKLOAD(false, "workloads' states"),
    NODE(false, "nodes' states"),
    OBJECT(false, "the cluster's objects"),
    MACHINE(false, "the machine's services, disks, versions, packet filters and settings"),
    HOST(false, "this host, and the provider's word on the machines");

    private final boolean quotes;
    private final String title;

    EvidenceKind(boolean quotes, String title) {
        this.quotes = quotes;
        this.title = title;
    }

    /** @throws IllegalArgumentException with all ids */
    static EvidenceKind of(String id) {
        return find(id).orElseThrow(() -> new IllegalArgumentException(
                "'%s' is no kind of evidence; there are %s".formatted(id, ids())));
    }

    private static Optional<EvidenceKind> find(String id) {
        return Arrays.stream(values()).filter(kind -> kind.id().equals(id)).findFirst();
    }

    private static List<String> ids() {
        return Arrays.stream(values()).map(EvidenceKind::id).toList();
    }

    public String id() {
        return EnumIds.of(this);
    }

    /** Whether it keeps lines from before a change. */
    public boolean isLog() {
        return switch (this) {
            case KUBELET, CONTAINERD, KUBE_PROXY, FLANNELD, POD_LOG, APP_LOG, KERNEL -> true;
            default -> false;
        };
    }

    public String title() {
        return title;
    }

    /** Whether it repeats other evidence, so that any sign may be in it. */
    boolean quotes() {
        return quotes;
    }
}

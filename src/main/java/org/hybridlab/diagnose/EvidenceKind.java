package org.hybridlab.diagnose;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.text.EnumIds;

/** Kinds of evidence, named as in the data files ({@code pod-log}). */
public enum EvidenceKind {
    /** Output of Vagrant, kubeadm, scripts and the provider. */
    RUN,
    /** Failed checks. */
    CHECK,
    /** Handed in with {@code --text}. */
    TEXT,
    KUBELET,
    CONTAINERD,
    KUBE_PROXY,
    FLANNELD,
    POD_LOG,
    /** Apps have disks, certificates and databases of their own. */
    APP_LOG,
    KERNEL,
    HNS,
    EVENT,
    POD,
    /** Workloads that lack pods, and missing addons. */
    WORKLOAD,
    NODE,
    OBJECT,
    /** Services, disks, versions, packet filters and settings. */
    MACHINE,
    /** This host, and what the provider says of machines. */
    HOST;

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

    /** Whether it repeats other evidence, so that any sign may be in it. */
    boolean quotes() {
        return this == RUN || this == CHECK || this == TEXT;
    }
}

package org.hybridlab.labfile;

/** The key {@code cluster}. */
final class ClusterShape {
    static final MappingShape CLUSTER = MappingShape.of("cluster",
            Field.required("kubeconfig", Forms.FILE, "Kubeconfig",
                    "The file with an administrator's rights in that cluster, from the lab's folder on. It stays on "
                    + "the host.").examples("~/.kube/config"),
            Field.optional("context", Forms.CONTEXT, "Context",
                    "The context of that file. Without it, its current one.").examples("kubernetes-admin@kubernetes"));

    private ClusterShape() {
    }
}

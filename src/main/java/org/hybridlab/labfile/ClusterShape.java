package org.hybridlab.labfile;

/** The key {@code cluster}. */
final class ClusterShape {
    static final MappingShape CLUSTER = MappingShape.of("cluster",
            Field.required("kubeconfig", Forms.FILE, "Kubeconfig",
                    "The file with an administrator's rights in that cluster, from the lab's folder on. It stays on "
                    + "the host.").examples("~/.kube/config"),
            Field.optional("context", Forms.CONTEXT, "Context",
                    "The context of that file. Without it, its current one.").examples("kubernetes-admin@kubernetes"),
            Field.optional("gateways", ListShape.of(Forms.ADDRESS, 10), "Gateways",
                    "Addresses of Linux machines of that cluster which hold the gateways of the lab's Windows machines "
                    + "by turns. Only for `tor-winbridge`, which needs two or more; you run a script on each."));

    private ClusterShape() {
    }
}

package org.hybridlab.provision.state;

import org.hybridlab.cluster.api.Node;

/** Tells nodes of a lab from those that the cluster had before; the kubelet gives it at the join. */
public final class NodeLabel {
    static final String KEY = "hybridlab.org/lab";

    private NodeLabel() {
    }

    public static boolean isOf(String lab, Node node) {
        return lab.equals(node.labels().get(KEY));
    }
}

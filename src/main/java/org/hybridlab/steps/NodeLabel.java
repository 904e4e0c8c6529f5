package org.hybridlab.steps;

import org.hybridlab.kubernetes.Node;

/** Tells nodes of a lab from those that the cluster had before; the kubelet gives it at the join. */
final class NodeLabel {
    static final String KEY = "hybridlab.org/lab";

    private NodeLabel() {
    }

    static boolean isOf(String lab, Node node) {
        return lab.equals(node.labels().get(KEY));
    }
}

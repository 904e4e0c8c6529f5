package org.hybridlab.provision.state;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.provider.api.LabId;

/**
 * Tells nodes of a lab from those that the cluster had before; the kubelet gives it at the join. Its value is the name
 * in the lab's id: the one in the lab file may change while nodes are there.
 */
public final class NodeLabel {
    static final String KEY = "hybridlab.org/lab";

    private NodeLabel() {
    }

    public static boolean isOf(LabId id, Node node) {
        return id.lab().equals(node.labels().get(KEY));
    }
}

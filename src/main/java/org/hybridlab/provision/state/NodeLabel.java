package org.hybridlab.provision.state;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.provider.api.LabId;

/**
 * Identifies a lab's nodes in a cluster of others; set by the kubelet at the join. Its value is the name in the lab's
 * id, as the lab file's name may change.
 */
public final class NodeLabel {
    static final String KEY = "hybridlab.org/lab";

    private NodeLabel() {
    }

    public static boolean isOf(LabId id, Node node) {
        return id.lab().equals(node.labels().get(KEY));
    }
}

package org.hybridlab.provision.context;

import java.util.Optional;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Node;

/**
 * Keeps new pods off a node while hybridlab changes its machine. A note on the node distinguishes it from a user's
 * cordon, and survives a killed hybridlab.
 */
public record NodeCordon(Cluster cluster, String node) {
    public static boolean isOn(Node node) {
        return node.cordoned() && node.annotations().containsKey(Cluster.CORDON_NOTE);
    }

    /** Keeps a user's cordon. */
    public void set() {
        Optional<Node> now = cluster.node(node);
        if (now.isPresent() && !now.get().cordoned()) {
            cluster.cordonWithNote(node);
        }
    }

    public void lift() {
        if (cluster.node(node).filter(NodeCordon::isOn).isPresent()) {
            cluster.uncordon(node);
        }
    }
}

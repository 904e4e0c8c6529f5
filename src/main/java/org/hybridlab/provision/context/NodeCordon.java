package org.hybridlab.provision.context;

import java.util.Optional;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Node;

/**
 * Keeps new pods off a node while hybridlab changes its machine. A note on the node tells that from what a user
 * cordoned, which stays so; the note outlives a hybridlab that was killed.
 */
public record NodeCordon(Cluster cluster, String node) {
    private static final String NOTE = "hybridlab.org/cordoned";

    public static boolean isOn(Node node) {
        return node.cordoned() && node.annotations().containsKey(NOTE);
    }

    /** One that a user cordoned stays as it is. */
    public void set() {
        Optional<Node> now = cluster.node(node);
        if (now.isPresent() && !now.get().cordoned()) {
            cluster.api().merge(path(),
                    "{\"metadata\":{\"annotations\":{\"%s\":\"true\"}},\"spec\":{\"unschedulable\":true}}".formatted(
                            NOTE));
        }
    }

    public void lift() {
        if (cluster.node(node).filter(NodeCordon::isOn).isPresent()) {
            cluster.api().merge(path(),
                    "{\"metadata\":{\"annotations\":{\"%s\":null}},\"spec\":{\"unschedulable\":null}}".formatted(NOTE));
        }
    }

    private String path() {
        return "/api/v1/nodes/" + node;
    }
}

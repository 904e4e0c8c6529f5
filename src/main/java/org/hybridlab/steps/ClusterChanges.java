package org.hybridlab.steps;

import java.util.function.Consumer;

import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.render.Workspace;

/** What steps change in the lab's cluster. In one that is not the lab's own, only what is the lab's there. */
record ClusterChanges(Lab lab, Workspace workspace, LabCluster cluster) {
    /** Server-side apply of every object of a manifest. */
    void apply(String manifest, Consumer<String> lines) {
        apply(manifest, false, lines);
    }

    /** The same of what several labs in one cluster have in common: who comes first, makes it. */
    void applyShared(String manifest, Consumer<String> lines) {
        apply(manifest, true, lines);
    }

    private void apply(String manifest, boolean shared, Consumer<String> lines) {
        if (lab.joinsExisting()) {
            new JoinedCluster(workspace).apply(cluster.cluster(), manifest, shared, lines);
        } else {
            cluster.cluster().apply(manifest, lines);
        }
    }

    /**
     * kubeadm refuses to join under the name of a node that is Ready, as a machine that was made anew would. A node
     * that is not this lab's stays.
     */
    void forgetNode(Machine machine) {
        boolean others = lab.joinsExisting()
                && cluster.node(machine).filter(node -> !NodeLabel.isOf(lab.name(), node)).isPresent();
        if (!others) {
            cluster.cluster().deleteNode(machine.name());
        }
    }
}

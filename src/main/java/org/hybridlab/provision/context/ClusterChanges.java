package org.hybridlab.provision.context;

import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.cluster.api.AppliedManifests;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.state.AppliedDigests;
import org.hybridlab.provision.state.JoinedCluster;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.provision.state.NodeLabel;

/** What steps change in the cluster. In a cluster of others, touches only the lab's objects. */
public record ClusterChanges(Lab lab, LabId id, Workspace workspace, LabCluster cluster) {
    public void apply(String manifest, StepContext context) {
        apply(Manifest.parse(manifest), context);
    }

    public void apply(List<Manifest> objects, StepContext context) {
        apply(objects, path -> { }, context);
    }

    /** @param before gets the path of each object before it is applied */
    public void apply(List<Manifest> objects, Consumer<String> before, StepContext context) {
        apply(objects, false, before, context);
    }

    /** For objects that labs in one cluster share: the first one creates them. */
    public void applyShared(String manifest, StepContext context) {
        apply(Manifest.parse(manifest), true, path -> { }, context);
    }

    private void apply(List<Manifest> objects, boolean shared, Consumer<String> before, StepContext context) {
        if (lab.joinsExisting()) {
            new JoinedCluster(workspace).apply(cluster.cluster(), objects, shared, before, context);
        } else {
            manifests().apply(objects, before, context::line, context.cancellation());
        }
    }

    /** Compares objects with their manifests; ignores additions of others. @param what they are, such as "flannel" */
    public Probe look(String what, List<Manifest> objects) {
        return look(what, objects, false);
    }

    public Probe lookShared(String what, String manifest) {
        return look(what, Manifest.parse(manifest), true);
    }

    private Probe look(String what, List<Manifest> objects, boolean shared) {
        if (!cluster.isKnown()) {
            return Probe.absent("there is no cluster yet");
        }
        try {
            List<Manifest> ours = lab.joinsExisting() && shared
                    ? new JoinedCluster(workspace).withoutOthers(cluster.cluster(), objects) : objects;
            List<String> drift = manifests().drift(ours);
            return drift.isEmpty() ? Probe.present("%s: all as the manifest says".formatted(what))
                    : Probe.absent(String.join("; ", drift));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Probe.unknown(e.what() + e.why().map(why -> " " + why).orElse(""));
        }
    }

    private AppliedManifests manifests() {
        return cluster.cluster().manifests(new AppliedDigests(workspace));
    }

    /** kubeadm refuses to join under the name of a Ready node, as of a recreated machine. Keeps a node of others. */
    public void forgetNode(Machine machine) {
        boolean others = lab.joinsExisting()
                && cluster.node(machine).filter(node -> !NodeLabel.isOf(id, node)).isPresent();
        if (!others) {
            cluster.cluster().deleteNode(machine.name());
        }
    }
}

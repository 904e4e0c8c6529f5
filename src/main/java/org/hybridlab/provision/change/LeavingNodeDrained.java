package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.Optional;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.destroy.LeavingNode;
import org.hybridlab.provision.destroy.NodeDrained;

/** The pods of a node whose machine goes have ended in good order. */
final class LeavingNodeDrained implements Action {
    private final LabContext labContext;
    private final LeavingNode node;
    private final NodeDrained drained;

    LeavingNodeDrained(LabContext labContext, LeavingNode node) {
        this.labContext = labContext;
        this.node = node;
        this.drained = new NodeDrained(node, labContext.timeouts().nodeLost());
    }

    @Override
    public boolean mayDestroy() {
        return true;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster()) {
            return Probe.present("there is no cluster");
        }
        return labContext.cluster().node(node.machine()).isEmpty()
                ? Probe.present("the cluster has no node " + node.machine())
                : Probe.absent(labContext.lab().machine(node.machine()).isPresent() ? "it is to be made again"
                        : "the lab file does not name it").destroying(destruction());
    }

    @Override
    public Optional<String> destroysUnseen() {
        return Optional.of(destruction());
    }

    @Override
    public Duration longest() {
        return LeavingPlanner.beginsCluster(labContext.lab(), node.machine())
                ? drained.longest().plus(labContext.timeouts().nodeReady()) : drained.longest();
    }

    @Override
    public void run(StepContext context) {
        if (labContext.hasCluster() && LeavingPlanner.beginsCluster(labContext.lab(), node.machine())) {
            // No step before this one waited for it.
            labContext.cluster().awaitApi(labContext.timeouts().nodeReady(), context.cancellation());
        }
        if (!probe(context).isPresent()) {
            context.destroys(destruction());
            drained.run(context);
        }
    }

    private String destruction() {
        return "drain %s: its pods end, and start elsewhere if something makes them again".formatted(node.machine());
    }
}

package org.hybridlab.provision.destroy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.NodeDrain;
import org.hybridlab.cluster.api.NodeDrain.Remaining;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.common.process.Wait;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.NodeCordon;

/** The node has no pods that could run elsewhere, as after {@code kubectl drain}. Those that tolerate it stay. */
public final class NodeDrained implements Action {
    public static final Duration WITHIN = Duration.ofMinutes(3);
    private static final Duration EMPTY = WITHIN.minusSeconds(30);
    /** The default grace period of pods. */
    private static final Duration LOST = Duration.ofSeconds(30);

    private final LeavingNode node;
    private final Duration lost;

    /** For a machine that goes: the wait for a node that is not Ready is short. */
    public NodeDrained(LeavingNode node) {
        this(node, LOST);
    }

    /** @param lost after this time not Ready, nothing on the node ends pods */
    public NodeDrained(LeavingNode node, Duration lost) {
        this.node = node;
        this.lost = lost;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("what runs there is asked of the cluster");
    }

    @Override
    public Duration longest() {
        return EMPTY;
    }

    @Override
    public void run(StepContext context) {
        node.cluster(context).ifPresent(cluster -> {
            // A node whose machine stays is uncordoned afterwards, even after a killed run.
            new NodeCordon(cluster, node.machine()).set();
            if (node.isOff(context)) {
                // The cluster notices late, and would wait for a silent kubelet.
                context.line(node.machine() + " is off, so nothing of it runs any more");
                return;
            }
            NodeDrain drain = new NodeDrain(cluster, node.machine());
            List<Pod> moving = drain.look().moving();
            AtomicReference<Long> silentSince = new AtomicReference<>();
            Wait.until("no pod is left on " + node.machine() + " that could run elsewhere", EMPTY)
                    .orFail("node-not-drained", "See what does not want to go: hybridlab kubectl LAB get pods -A "
                            + "-o wide")
                    .that(() -> isLost(cluster, silentSince) ? List.<Remaining>of() : drain.evict(moving),
                            List::isEmpty, NodeDrained::message, context.cancellation());
        });
    }

    /** A kubelet that missed a report may still end pods. Pods of a lost one are deleted later. */
    private boolean isLost(Cluster cluster, AtomicReference<Long> silentSince) {
        Optional<Node> seen = cluster.node(node.machine());
        if (seen.isEmpty() || seen.get().ready()) {
            silentSince.set(null);
            return seen.isEmpty();
        }
        silentSince.compareAndSet(null, System.nanoTime());
        return System.nanoTime() - silentSince.get() >= lost.toNanos();
    }

    private static String message(List<Remaining> left) {
        return left.size() + " are left" + left.stream().flatMap(one -> one.refused().stream()).findFirst()
                .map(why -> "; one may not go: " + why).orElse("");
    }
}

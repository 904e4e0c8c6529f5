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

/**
 * No pod that could run elsewhere is on the node any more, as after {@code kubectl drain}: pods that come to a cordoned
 * node all the same stay.
 */
public final class NodeDrained implements Action {
    public static final Duration WITHIN = Duration.ofMinutes(3);
    private static final Duration EMPTY = WITHIN.minusSeconds(30);
    /** What pods have to end, if they do not say otherwise. */
    private static final Duration LOST = Duration.ofSeconds(30);

    private final LeavingNode node;
    private final Duration lost;

    /** Of a machine that goes: nobody waits for long for a node that is not Ready. */
    public NodeDrained(LeavingNode node) {
        this(node, LOST);
    }

    /** @param lost how long a node is not Ready before nobody is taken to be there who could end pods */
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
            // A node whose machine stays takes pods again afterwards, also after a run that was killed.
            new NodeCordon(cluster, node.machine()).set();
            if (node.isOff(context)) {
                // The cluster notices that late, and until then would wait for a kubelet that does not answer.
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

    /** A kubelet that missed a report may end pods all the same; of one that is gone they are forgotten later. */
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

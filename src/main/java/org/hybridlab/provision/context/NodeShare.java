package org.hybridlab.provision.context;

import java.time.Duration;
import java.util.Optional;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;

/** The pod network's share that the controller manager gives a node. */
public final class NodeShare {
    public static final Duration GIVEN = Duration.ofMinutes(1);

    private NodeShare() {
    }

    public static Optional<Cidr> of(LabContext labContext, Machine machine) {
        return labContext.node(machine).flatMap(Node::podCidr).map(Cidr::parse);
    }

    /** @throws org.hybridlab.common.error.LabException {@code pod-network-missing} if it gets none */
    public static Cidr await(LabContext labContext, Machine machine, StepContext context) {
        Wait.until(machine.name() + " has a network for its pods", GIVEN)
                .orFail("pod-network-missing", "The controller manager gives it: " + whose(labContext))
                .that(() -> of(labContext, machine), Optional::isPresent, none -> "it has none",
                        context.cancellation());
        return of(labContext, machine).orElseThrow();
    }

    private static String whose(LabContext labContext) {
        return labContext.lab().joinsExisting() ? "the cluster's own, whose log says why."
                : "hybridlab logs %s %s --unit kubelet".formatted(labContext.word(),
                        labContext.lab().firstControlPlane().name());
    }
}

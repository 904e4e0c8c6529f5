package org.hybridlab.service.lab;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.host.KnownLab;
import org.hybridlab.provision.state.MachineStates;
import org.hybridlab.service.context.ServiceContext;

/** The node that serves the pages of a lab's apps. Asks the provider, not the cluster. */
public final class PageNode {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private PageNode() {
    }

    /**
     * The first running node, or the first one if unknown. Throws {@code lab-not-up} or {@code machines-off} (exit 2).
     */
    public static Machine of(LabInUse used, Lab lab, ServiceContext context) {
        KnownLab made = used.known().orElseThrow(used::notUp);
        Optional<MachineStates> states = states(made, used, context);
        MachinesOff.of(() -> states.map(all -> all.byName().values()).orElse(List.of()), made.name(), used.word())
                .ifPresent(off -> {
                    throw off;
                });
        return lab.pageNodes().stream().filter(node -> states.filter(all -> all.isRunning(node)).isPresent())
                .findFirst().orElseGet(lab::firstNode);
    }

    private static Optional<MachineStates> states(KnownLab made, LabInUse used, ServiceContext context) {
        try {
            return context.cancellation().within(PATIENCE, own -> MachinesOff.created(made, used, context).states(own));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Optional.empty();
        }
    }
}

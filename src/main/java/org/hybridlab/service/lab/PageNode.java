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
    public static Machine of(LabAccess access, Lab lab, ServiceContext context) {
        KnownLab made = access.known().orElseThrow(access::notUp);
        Optional<MachineStates> states = states(made, access, context);
        MachinesOff.of(() -> states.map(all -> all.byName().values()).orElse(List.of()), made.name(), access.word())
                .ifPresent(off -> {
                    throw off;
                });
        return lab.pageNodes().stream().filter(node -> states.filter(all -> all.isRunning(node)).isPresent())
                .findFirst().orElseGet(lab::firstNode);
    }

    private static Optional<MachineStates> states(KnownLab made, LabAccess access, ServiceContext context) {
        try {
            return context.cancellation().within(PATIENCE,
                    own -> MachinesOff.created(made, access, context).states(own));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Optional.empty();
        }
    }
}

package org.hybridlab.provision.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.NodeCordon;
import org.hybridlab.provision.state.WorkspaceState;

/** Interrupted recreations that the user gave up: machines stay that have lost nothing. */
public record GivenUpRecreations(LabContext labContext, Cancellation cancellation) {
    /** Ends those of existing machines, with etcd members. Unknown ones stay due. Returns the machines that stay. */
    public List<String> giveUp() {
        WorkspaceState state = new WorkspaceState(labContext.workspace());
        List<String> kept = new ArrayList<>();
        for (Machine machine : state.recreating().stream().map(labContext.lab()::machine)
                .flatMap(Optional::stream).toList()) {
            if (uncordon(machine)) {
                state.endRecreating(machine.name());
                kept.add(machine.name());
            }
        }
        return kept;
    }

    /** @return false if it has lost something, or that is unknown */
    private boolean uncordon(Machine machine) {
        try {
            boolean whole = labContext.hasCluster()
                    && !labContext.created().state(machine.name(), cancellation).isAbsent() && hasItsMember(machine);
            if (whole) {
                new NodeCordon(labContext.cluster(), machine.name()).lift();
            }
            return whole;
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return false;
        }
    }

    private boolean hasItsMember(Machine machine) {
        return !labContext.lab().etcdMembers().contains(machine) || new EtcdOthers(labContext, machine.name())
                .anyAnswering(cancellation).flatMap(members -> members.of(machine)).isPresent();
    }
}

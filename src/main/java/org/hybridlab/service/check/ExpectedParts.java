package org.hybridlab.service.check;

import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Role;
import org.hybridlab.provision.change.AppliedLab;
import org.hybridlab.provision.change.AppliedMachine;
import org.hybridlab.provision.state.LabCluster;

/**
 * What of a lab has to be there, because hybridlab made it and did not take it away.
 *
 * @param machines their names
 * @param kubeconfig whether the lab has one
 */
record ExpectedParts(Set<String> machines, boolean kubeconfig) {
    ExpectedParts {
        machines = Set.copyOf(machines);
    }

    static ExpectedParts of(Workspace workspace, LabRuns runs) {
        Set<String> gone = runs.destroyed();
        return new ExpectedParts(AppliedLab.read(workspace).map(ExpectedParts::made).orElse(Set.of()).stream()
                .filter(machine -> !gone.contains(machine)).collect(Collectors.toSet()),
                new LabCluster(workspace).wasKnown());
    }

    /** Machines for etcd are not noted as they join: the first control plane needs all of them. */
    private static Set<String> made(AppliedLab then) {
        boolean any = then.machines().stream().anyMatch(ExpectedParts::hasJoined);
        return then.machines().stream().filter(machine -> hasJoined(machine)
                || any && machine.role().equals(Role.ETCD.id())).map(AppliedMachine::name)
                .collect(Collectors.toSet());
    }

    /** An older hybridlab noted only machines of an `up` that ended well. */
    private static boolean hasJoined(AppliedMachine machine) {
        return machine.joined() == null || machine.joined();
    }
}

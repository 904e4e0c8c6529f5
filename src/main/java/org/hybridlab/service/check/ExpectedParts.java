package org.hybridlab.service.check;

import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.provision.state.WorkspaceState;

/**
 * What hybridlab created of a lab and did not remove.
 *
 * @param kubeconfig whether the lab has one
 */
record ExpectedParts(Set<String> machines, boolean kubeconfig) {
    ExpectedParts {
        machines = Set.copyOf(machines);
    }

    static ExpectedParts of(Workspace workspace, LabRuns runs) {
        Set<String> gone = runs.destroyed();
        return new ExpectedParts(new WorkspaceState(workspace).lab().map(ExpectedParts::made).orElse(Set.of()).stream()
                .filter(machine -> !gone.contains(machine)).collect(Collectors.toSet()),
                new LabCluster(workspace).wasKnown());
    }

    private static Set<String> made(AppliedLab then) {
        return then.machines().stream().filter(AppliedMachine::joined).map(AppliedMachine::name)
                .collect(Collectors.toSet());
    }
}

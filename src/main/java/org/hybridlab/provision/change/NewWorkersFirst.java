package org.hybridlab.provision.change;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;

/**
 * Workers that leave the lab file are drained once new ones of the same system are Ready: their pods have a place to go
 * to, and nothing is lost if a new machine fails.
 */
public final class NewWorkersFirst {
    private NewWorkersFirst() {
    }

    /** @param plan the whole of it: a new machine may have to wait for one that leaves, and comes after it then */
    public static Plan with(LabContext labContext, Plan plan) {
        Optional<AppliedLab> then = AppliedLab.read(labContext.workspace());
        Lab lab = labContext.lab();
        Set<String> made = VagrantNotes.of(labContext.workspace()).names();
        Plan all = plan;
        for (AppliedMachine old : then.map(AppliedLab::machines).orElse(List.of())) {
            if (old.isWorker() && old.hasJoined() && lab.machine(old.name()).isEmpty()) {
                for (Machine machine : lab.machines(Role.WORKER)) {
                    if (machine.os().id().equals(old.os()) && isNew(machine, then.get(), made)) {
                        all = all.ordered(StepIds.id(StepIds.NODE_READY, machine),
                                Set.of(StepIds.NODE_DRAINED + "/" + old.name()));
                    }
                }
            }
        }
        return all;
    }

    /** Also one that an {@code up} joined which did not end well: nobody has seen it Ready. */
    private static boolean isNew(Machine machine, AppliedLab then, Set<String> made) {
        return !made.contains(machine.name()) || then.machine(machine.name())
                .filter(old -> old.hasJoined() && !old.isFresh()).isEmpty();
    }
}

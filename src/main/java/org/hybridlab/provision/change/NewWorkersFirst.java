package org.hybridlab.provision.change;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
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
                        all = after(all, StepIds.id(StepIds.NODE_READY, machine), StepIds.NODE_DRAINED + "/"
                                + old.name());
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

    /** The same plan if that would make a circle, or has no such steps. */
    private static Plan after(Plan plan, String ready, String drained) {
        Set<String> both = Set.of(ready, drained);
        if (plan.steps().stream().map(Step::id).filter(both::contains).count() < both.size()
                || plan.upTo(Set.of(ready)).steps().stream().anyMatch(step -> step.id().equals(drained))) {
            return plan;
        }
        return new Plan(plan.steps().stream().map(step -> step.id().equals(drained) ? step.after(Set.of(ready)) : step)
                .toList());
    }
}

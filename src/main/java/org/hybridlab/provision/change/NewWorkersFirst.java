package org.hybridlab.provision.change;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.rules.machine.MachineSizeRules;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;

/**
 * Drains leaving workers once new ones of the same system are Ready, so pods have a place and a failed creation loses
 * nothing. Not if the host has no room for both.
 */
public final class NewWorkersFirst {
    private NewWorkersFirst() {
    }

    /** @param plan the whole one: a new machine that has to wait for a leaving one comes after it */
    public static Plan with(UpInput input, Plan plan) {
        return input.applied().filter(then -> haveRoom(input.labContext(), then, input.created()))
                .map(then -> ordered(input.lab(), then, input.created(), plan)).orElse(plan);
    }

    /** Virtual machines reserve memory: a new one may have to wait for an old one. */
    private static boolean haveRoom(LabContext labContext, AppliedLab then, Set<String> made) {
        OptionalInt host = labContext.open().hostMemoryMiB();
        if (host.isEmpty() || labContext.provider().name().traits().sharesHostMemory()) {
            return true;
        }
        Lab lab = labContext.lab();
        long leaving = then.machines().stream().filter(old -> lab.machine(old.name()).isEmpty())
                .filter(old -> made.contains(old.name())).mapToLong(AppliedMachine::memoryMiB).sum();
        return MachineSizeRules.fit(leaving + lab.madeMachines().stream().mapToLong(Machine::memoryMiB).sum(),
                host.getAsInt());
    }

    private static Plan ordered(Lab lab, AppliedLab then, Set<String> made, Plan plan) {
        List<AppliedMachine> leaving = then.machines().stream().filter(old -> old.isWorker() && old.joined()
                && lab.machine(old.name()).isEmpty()).toList();
        List<Machine> coming = lab.machines(Role.WORKER).stream().filter(one -> isNew(one, then, made)).toList();
        Plan all = plan;
        for (AppliedMachine old : leaving) {
            for (Machine machine : coming.stream().filter(one -> one.os().id().equals(old.os())).toList()) {
                all = all.ordered(StepIds.id(StepIds.NODE_READY, machine),
                        Set.of(StepIds.id(StepIds.NODE_DRAINED, old.name())));
            }
        }
        return all;
    }

    /** Also one that joined in a failed {@code up}: it was never seen Ready. */
    private static boolean isNew(Machine machine, AppliedLab then, Set<String> made) {
        return !made.contains(machine.name()) || then.machine(machine.name())
                .filter(old -> old.joined() && !old.fresh()).isEmpty();
    }
}

package org.hybridlab.engine;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;

/**
 * Which steps may destroy something that may be of worth. What follows from it is part of it: who agrees to a new
 * cluster agrees to its machines being reset.
 */
public final class Agreement {
    /** To everything, also to what turns out on the way. */
    public static final Agreement ALL = new Agreement(Set.of(), true);
    public static final Agreement NONE = new Agreement(Set.of(), false);

    private final Set<String> steps;
    private final boolean all;

    private Agreement(Set<String> steps, boolean all) {
        this.steps = Set.copyOf(steps);
        this.all = all;
    }

    /** To what was found, and to the same of all steps that need those. */
    public static Agreement to(Collection<Destruction> found, Plan plan) {
        Set<String> agreed = new HashSet<>();
        found.forEach(one -> agreed.add(one.step().id()));
        // Each step of a plan comes after those that it needs.
        for (Step step : plan.steps()) {
            if (step.needs().stream().anyMatch(agreed::contains)) {
                agreed.add(step.id());
            }
        }
        return new Agreement(agreed, false);
    }

    boolean covers(Step step) {
        return all || steps.contains(step.id());
    }
}

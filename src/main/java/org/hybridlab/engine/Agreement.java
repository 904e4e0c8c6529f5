package org.hybridlab.engine;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;

/** What steps may destroy. Includes consequences: an agreement to a new cluster covers the reset of its machines. */
public final class Agreement {
    /** To everything, with what is found later. */
    public static final Agreement ALL = new Agreement(Set.of(), true);
    public static final Agreement NONE = new Agreement(Set.of(), false);

    private final Set<String> steps;
    private final boolean all;

    private Agreement(Set<String> steps, boolean all) {
        this.steps = Set.copyOf(steps);
        this.all = all;
    }

    /** To what was found, and the same for all steps that need those. */
    public static Agreement to(Collection<Destruction> found, Plan plan) {
        Set<String> agreed = new HashSet<>();
        found.forEach(one -> agreed.add(one.step().id()));
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

package org.hybridlab.steps;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.plan.Plan;
import org.hybridlab.plan.Step;

/** The plan of {@code destroy}: machines together, then what they stood on. Needs the workspace, not the lab file. */
public final class DestroyPlanner {
    private static final Duration PER_MACHINE = Duration.ofMinutes(5);

    private DestroyPlanner() {
    }

    /**
     * @param machines those that go
     * @param all whether nothing of the lab stays, so that its network goes too
     */
    public static Plan plan(MadeLab lab, Set<String> machines, boolean all) {
        List<Step> steps = new ArrayList<>();
        for (String machine : machines) {
            steps.add(StepBuilder.step("machine-gone/" + machine, "Destroy " + machine)
                    .timeout(PER_MACHINE)
                    .inputs(machine)
                    .action(new MachineGone(lab, machine)).build());
        }
        if (all) {
            steps.add(StepBuilder.step("host-released", "Take the lab's network off the host")
                    .needs(steps.stream().map(Step::id).collect(Collectors.toSet()))
                    .inputs(lab.id())
                    .action(new HostReleased(lab)).build());
        }
        return new Plan(steps);
    }
}

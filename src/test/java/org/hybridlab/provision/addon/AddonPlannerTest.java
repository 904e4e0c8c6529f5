package org.hybridlab.provision.addon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AddonPlannerTest {
    @TempDir
    private Path folder;

    /** A pod whose program comes later waits longer and longer for it. */
    @Test
    void programsOfADaemonSet_areOnEachLinuxNode_beforeItJoins() {
        Plan plan = UpPlanner.plan(new HealthyLab(folder, HealthyLab.ETCD_APART + "networkPolicy: true\n").labContext);

        assertThat(plan.steps()).extracting(Step::id).filteredOn(id -> id.startsWith("networkPolicy-on-node"))
                .containsExactlyInAnyOrder("networkPolicy-on-node/control", "networkPolicy-on-node/node");
        assertThat(plan.step("networkPolicy-on-node/node").needs()).contains("machine-prepared/node",
                "networkPolicy-bundle-ready");
        assertThat(plan.step("node-joined/node").needs()).contains("networkPolicy-on-node/node");
        assertThat(plan.step("networkPolicy-served").needs()).contains("networkPolicy-on-node/control",
                "networkPolicy-on-node/node");
    }
}

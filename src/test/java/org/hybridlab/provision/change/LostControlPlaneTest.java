package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.Predicate;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.Destruction;
import org.hybridlab.engine.StepResult;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.GoldenPlans;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The first control plane is lost, while the lab file no longer names those that hold the cluster. */
@ExtendWith(GoldenPlans.class)
class LostControlPlaneTest {
    private static final String THREE = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane, count: 3}, {name: node}]
            network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
            """;
    private static final String ONE = THREE.replace("{name: control, role: control-plane, count: 3}",
            "{name: control1, role: control-plane}");
    private static final Predicate<String> INIT = "control-plane-initialised/control1"::equals;

    @TempDir
    private Path folder;
    private ChangingLab lab;

    @BeforeEach
    void firstIsLost() {
        lab = new ChangingLab(folder, THREE);
        lab.world.machines.remove("control1");
        lab.world.guests = (machine, command) -> command.contains("echo begin") ? "begin\nend\n" : "";
    }

    @Test
    void livingCluster_isNotGivenUp() {
        Plan plan = lab.plan(lab.labContext(ONE), INIT);

        assertThat(lab.look(plan).destructions()).isEmpty();
        assertThat(lab.run(plan, Agreement.ALL).failures()).singleElement().extracting(LostControlPlaneTest::failure)
                .satisfies(failure -> {
                    assertThat(failure.id()).isEqualTo("control-plane-gone");
                    assertThat(failure.what()).contains("the cluster lives on control2, control3");
                    assertThat(failure.advice()).startsWith("Put control2 back into the lab file");
                });
    }

    private static LabException failure(StepResult step) {
        return step.failure().orElseThrow();
    }

    @Test
    void newCluster_isOffered_whereNothingIsLeft() {
        lab.world.machines.remove("control2");
        lab.world.machines.remove("control3");

        assertThat(lab.look(lab.plan(lab.labContext(ONE), INIT)).destructions()).extracting(Destruction::what)
                .singleElement().asString().startsWith("make a new cluster, as control1 is gone");
    }
}

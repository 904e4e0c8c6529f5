package org.hybridlab.provision.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What waits for certificates, and what they wait for. */
class CertificatePlannerTest {
    @TempDir
    private Path folder;

    @Test
    void plan_ofLabThatIsUp_renewsFirst() {
        HealthyLab lab = new HealthyLab(folder, HealthyLab.THREE_CONTROL_PLANES);
        List<Step> steps = UpPlanner.plan(lab.labContext).steps();

        assertThat(needs(steps, "control-plane-initialised/control1")).contains("certificates-valid/control1");
        assertThat(needs(steps, "node-joined/control2")).contains("certificates-valid/control2");
        assertThat(needs(steps, "certificates-valid/control2")).containsExactly("machine-prepared/control2");
        assertThat(steps.stream().filter(step -> step.id().startsWith("certificates-valid/")))
                .extracting(Step::permits).containsOnly(Set.of("etcd-member"));
    }

    @Test
    void plan_ofANewLab_makesNothingWait() {
        HealthyLab lab = new HealthyLab(folder, HealthyLab.THREE_CONTROL_PLANES);
        lab.loseWorkspace();
        List<Step> steps = UpPlanner.plan(lab.labContext).steps();

        assertThat(needs(steps, "certificates-valid/control1")).containsExactly("control-plane-initialised/control1");
        assertThat(steps).noneMatch(step -> step.needs().stream().anyMatch(
                need -> need.startsWith("certificates-valid/")));
    }

    private static Set<String> needs(List<Step> steps, String id) {
        return steps.stream().filter(step -> step.id().equals(id)).findFirst().orElseThrow().needs();
    }
}

package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.QuietContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the lab file wanted of the cluster goes when it does not want it any more. */
@ExtendWith(GoldenPlans.class)
class SwitchedOffTest {
    private static final String LAB = """
            name: two
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}]
            """;

    @TempDir
    private Path folder;
    private final QuietContext context = new QuietContext();

    private HealthyLab switchedOff(String key) {
        HealthyLab before = new HealthyLab(folder, LAB + key + ": true\n");
        LabRecord.complete(before.labContext);
        return new HealthyLab(folder, LAB);
    }

    @Test
    void controlPlane_getsItsTaintBack() {
        HealthyLab lab = switchedOff("untaint");
        Step step = GoldenPlans.of(lab.labContext).step("control-plane-tainted");
        lab.api.answers.put("/api/v1/nodes/control", "{\"metadata\":{\"name\":\"control\"},\"spec\":{}}");

        step.action().run(context);

        assertThat(lab.api.calls()).containsExactly("merge /api/v1/nodes/control");
    }

    @Test
    void metricsServer_isRemoved_untilNothingIsLeft() {
        HealthyLab lab = switchedOff("metrics");
        Step step = GoldenPlans.of(lab.labContext).step("metrics-removed");
        assertThat(step.action().probe(context).isPresent()).isFalse();

        step.action().run(context);

        assertThat(lab.api.calls()).allMatch(line -> line.startsWith("delete ")).contains("delete /apis/apps/v1/"
                + "namespaces/kube-system/deployments/metrics-server?propagationPolicy=Background");
    }

    /** It may have taken effect, in part or as a whole. */
    @ParameterizedTest
    @CsvSource({"metrics, metrics-served, metrics-removed", "untaint, control-plane-untainted, control-plane-tainted",
        "untaint, node-joined/control2, control-plane-tainted"})
    void switch_ofFailedUp_isTakenBack(String key, String step, String back) {
        String text = HealthyLab.THREE_CONTROL_PLANES;
        HealthyLab lab = new HealthyLab(folder, text);
        LabRecord.complete(lab.labContext);
        HealthyLab failing = new HealthyLab(folder, text + key + ": true\n");
        failing.api.fail(FakeApi.Fault.UNREACHABLE);

        assertThatThrownBy(() -> GoldenPlans.of(failing.labContext).step(step).action().run(context))
                .isInstanceOf(RuntimeException.class);

        assertThat(GoldenPlans.of(lab.labContext).steps()).extracting(Step::id).contains(back);
        assertThat(LabChanges.lines(LabChanges.of(lab.labContext))).anyMatch(line -> line.contains(key));
    }

    @Test
    void labThatNeverHadThem_hasNoSteps() {
        HealthyLab lab = new HealthyLab(folder, LAB);
        LabRecord.complete(lab.labContext);

        Plan plan = GoldenPlans.of(lab.labContext);

        assertThat(plan.steps()).extracting(Step::id).doesNotContain("control-plane-tainted", "metrics-removed");
    }
}

package org.hybridlab.provision.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When API servers are told where etcd is. */
class EtcdEndpointPlannerTest {
    private static final String TWO_CONTROL_PLANES = HealthyLab.ETCD_APART.replace("{name: control,",
            "{name: control, count: 2,");

    @TempDir
    private Path folder;

    @Test
    void apiServers_areTold_betweenComingAndGoing() {
        HealthyLab lab = new HealthyLab(folder, TWO_CONTROL_PLANES);
        // Of a machine that the lab file no longer names.
        lab.labContext.workspace().write("ssh/store4.conf", "");
        Plan plan = UpPlanner.plan(lab.labContext);

        for (String control : List.of("control1", "control2")) {
            assertThat(plan.step("etcd-endpoints-known/" + control).needs()).isEqualTo(Set.of(
                    "machine-prepared/" + control, "certificates-valid/" + control,
                    "kubelet-certificate-valid/" + control, "etcd-member-running/store1",
                    "etcd-member-running/store2", "etcd-member-running/store3"));
            assertThat(plan.step("etcd-endpoints-known/" + control).permits()).containsExactly(Permits.ETCD_MEMBER);
            assertThat(plan.step("etcd-member-left/store4").needs()).contains("etcd-endpoints-known/" + control);
            assertThat(plan.step("node-joined/control2").needs()).contains("etcd-endpoints-known/" + control);
        }
        assertThat(plan.step("control-plane-initialised/control1").needs()).contains("etcd-endpoints-known/control1")
                .doesNotContain("etcd-endpoints-known/control2");
        assertThat(plan.step("node-joined/node").needs()).doesNotContain("etcd-endpoints-known/control1");
    }

    /** It is told once it is there again, which is long after its old machine left. */
    @Test
    void replacedControlPlane_doesNotAwaitItself() {
        HealthyLab lab = new HealthyLab(folder, TWO_CONTROL_PLANES);
        new WorkspaceState(lab.labContext.workspace()).beginRecreating("control2");

        assertThat(UpPlanner.plan(lab.labContext).step("machine-running/control2").needs())
                .contains("node-left/control2");
    }

    /** Else the second `up` would run it, as one that was never recorded. */
    @Test
    void newLab_recordsTheStepToo_stackedEtcdHasNone() {
        HealthyLab lab = new HealthyLab(folder.resolve("apart"), TWO_CONTROL_PLANES);
        List<String> later = steps(lab);
        lab.loseWorkspace();
        HealthyLab beside = new HealthyLab(folder.resolve("beside"), HealthyLab.THREE_CONTROL_PLANES);

        assertThat(steps(lab)).isNotEmpty().isEqualTo(later);
        assertThat(steps(beside)).isEmpty();
    }

    private static List<String> steps(HealthyLab lab) {
        return UpPlanner.plan(lab.labContext).steps().stream().map(Step::id)
                .filter(id -> id.startsWith("etcd-endpoints-known/")).toList();
    }
}

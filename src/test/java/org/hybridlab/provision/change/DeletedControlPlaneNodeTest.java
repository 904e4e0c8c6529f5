package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.function.Predicate;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.render.KubeadmInit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Somebody deleted the node of the first control plane, whose API server goes on without it. */
@ExtendWith(GoldenPlans.class)
class DeletedControlPlaneNodeTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}]
            network: {machines: 192.168.57.0/24}
            """;
    private static final Predicate<String> INIT = "control-plane-initialised/control"::equals;

    @TempDir
    private Path folder;
    private ChangingLab lab;

    @BeforeEach
    void nodeIsDeleted() {
        lab = new ChangingLab(folder, LAB);
        lab.world.guests = (machine, command) -> answer(command);
        lab.world.nodes.remove("control");
    }

    private String answer(String command) {
        if (command.contains("restart") && command.contains("kubelet")) {
            lab.world.change("restart kubelet", () -> lab.world.restartKubelet("control"));
        }
        if (command.contains(KubeadmInit.KUBECONFIG.lines().reduce((one, last) -> last).orElseThrow())) {
            return HealthyLab.kubeconfig(HealthyLab.AUTHORITY);
        }
        return command.contains("echo begin") ? "begin\ninitialised\nend\n"
                : command.contains("echo absent") ? "absent\n" : "";
    }

    @Test
    void kubelet_registersItsNode_asControlPlane() {
        Plan plan = lab.plan(lab.quick(LAB), INIT);

        assertThat(look(plan)).isEqualTo(Probe.absent("the API server answers, but the cluster has no node of "
                + "control"));
        assertThat(lab.run(plan, Agreement.ALL).failures()).isEmpty();

        assertThat(lab.world.told("restart")).containsExactly("restart kubelet");
        assertThat(lab.world.nodes.get("control").labels).contains("node-role.kubernetes.io/control-plane");
        assertThat(lab.world.told("merge")).first().asString().contains("NoSchedule");
        assertThat(look(plan).isPresent()).isTrue();
    }

    @Test
    void silentApi_isNoMissingNode() {
        lab.world.failing("/api/v1/nodes", LabException.labFailed("api-unreachable", "It is silent.", ""));

        assertThatThrownBy(() -> look(lab.plan(lab.quick(LAB), INIT))).hasMessage("It is silent.");
        assertThat(lab.world.told("restart")).isEmpty();
    }

    private static Probe look(Plan plan) {
        return plan.step("control-plane-initialised/control").action().probe(new QuietContext());
    }
}

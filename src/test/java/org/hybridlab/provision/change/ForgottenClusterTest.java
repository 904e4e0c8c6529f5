package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All machines of a lab were destroyed by their names, which leaves its workspace. */
class ForgottenClusterTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.35
            machines: [{name: control, role: control-plane}, {name: node}]
            network: {machines: 192.168.57.0/24, pods: 10.20.0.0/16}
            """;
    private static final String OTHER = LAB.replace("10.20", "10.30");

    @TempDir
    private Path folder;
    private ChangingLab lab;
    private Workspace workspace;

    @BeforeEach
    void machinesAreGone() {
        lab = new ChangingLab(folder, LAB);
        workspace = lab.labContext(LAB).workspace();
        new WorkspaceState(workspace).changeLab(lab -> lab.withUpgrade(KubernetesVersion.parse("1.36.3")));
        lab.labContext(LAB).lab().machines().forEach(machine -> workspace.forgetMachine(machine.name()));
        lab.world.machines.clear();
    }

    /** The next `up` may end red at any place. */
    @Test
    void newCluster_isNotBoundByLastOne() {
        up(OTHER);

        assertThat(new WorkspaceState(workspace).lab().orElseThrow().machine("control")).get()
                .matches(machine -> !machine.joined());
        assertThat(new WorkspaceState(workspace).lab().orElseThrow().newestThere()).hasToString("1.35.4");
        workspace.write(".vagrant/machines/control/docker/id", "id");
        assertThat(ChangeRefusals.reasons(lab.labContext(LAB).open())).as("there is no cluster yet").isEmpty();
        workspace.write("kubernetes/ca.crt", "new");
        assertThat(ChangeRefusals.reasons(lab.labContext(LAB).open())).singleElement().asString()
                .startsWith("network.pods is 10.30.0.0/16");
    }

    @Test
    void machineOfProvider_keepsCluster() {
        lab.world.machine("node", "192.168.57.11", false);

        up(OTHER);

        assertThat(LabCluster.wasKnown(workspace.folder())).isTrue();
        assertThat(new WorkspaceState(workspace).lab().orElseThrow().network())
                .containsEntry("network.pods", "10.20.0.0/16");
    }

    /** A provider's list may be empty for a moment, and what is not listed may be lost only. */
    @Test
    void machineOfVagrant_keepsCluster() {
        workspace.write(".vagrant/machines/node/docker/id", "id");

        up(OTHER);

        assertThat(LabCluster.wasKnown(workspace.folder())).isTrue();
    }

    /** Its nodes may be there still. */
    @Test
    void clusterOfOthers_staysKnown() {
        AppliedLab own = new WorkspaceState(workspace).lab().orElseThrow();
        Map<String, String> network = new TreeMap<>(own.network());
        network.put("cluster", "joined");
        new WorkspaceState(workspace).keep(new AppliedLab(own.kubernetes(), own.upgrade(), network, own.machines(),
                own.apps(), own.checks(), own.initTemplate(), own.switches(), own.outside()));

        up(OTHER);

        assertThat(LabCluster.wasKnown(workspace.folder())).isTrue();
    }

    private void up(String text) {
        LabContext labContext = lab.labContext(text);
        LabRecord.forgetLost(labContext, new Cancellation());
        LabRecord.begin(labContext);
    }
}

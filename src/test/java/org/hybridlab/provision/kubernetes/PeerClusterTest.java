package org.hybridlab.provision.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.MachinesInFolders.Fault;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.kubernetes.ControlPlaneInitialised.PeerCluster;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a first control plane that is empty asks of the others. */
class PeerClusterTest {
    @TempDir
    private Path folder;
    private HealthyLab lab;

    @BeforeEach
    void threeControlPlanes() {
        // With all the time that a machine may take to answer.
        lab = new HealthyLab(folder, WindowsLabs.open(WindowsLabs.lab(HealthyLab.THREE_CONTROL_PLANES, folder), folder),
                Timeouts.NATIVE);
        for (String peer : new String[] {"control2", "control3"}) {
            lab.labContext.workspace().write("ssh/%s.conf".formatted(peer), "");
            lab.empty(peer);
        }
    }

    /** A machine that has just been made has settings for ssh before it lets anybody in. */
    @Test
    void peers_thatAreStarting_areAwaited() {
        lab.machines.fail(call -> call <= 2 ? Fault.LOST : Fault.NONE);

        assertThat(peers().keep()).isFalse();
    }

    @Test
    void clusterOfPeer_isKept() {
        lab.machines.write("control3", "/etc/kubernetes/admin.conf", HealthyLab.kubeconfig(HealthyLab.AUTHORITY)
                .replace("192.168.57.11", lab.labContext.lab().apiAddress().toString()));
        lab.machines.fail(call -> call <= 2 ? Fault.LOST : Fault.NONE);

        assertThat(peers().keep()).isTrue();
    }

    private PeerCluster peers() {
        return new PeerCluster(lab.labContext, lab.labContext.lab().firstControlPlane(), new QuietContext());
    }
}

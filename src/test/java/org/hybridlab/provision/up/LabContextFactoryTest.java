package org.hybridlab.provision.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;

import org.hybridlab.cluster.api.ThrowAwayIdentity;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Result;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabContextFactoryTest {
    @TempDir
    private Path folder;

    /** A connection to a machine that is off waits for seconds. */
    @Test
    void cluster_ofHaltedMachines_isNotConnectedTo() throws Exception {
        LabContext labContext = WindowsLabs.onDocker("""
                name: duo
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: node}]
                """, folder, (command, lines, cancellation) -> new Result(command, 0,
                        command.words().contains("ps") ? "control exited 4f0c\nnode exited 77aa\n" : "", "",
                        Duration.ZERO));
        labContext.workspace().create();
        labContext.workspace().write("kubeconfig", ThrowAwayIdentity.in(folder)
                .kubeconfig("https://127.0.0.1:1"));

        LabException failure = catchThrowableOfType(LabException.class, () -> labContext.cluster().nodes());

        assertThat(failure.id()).isEqualTo("api-unreachable");
        assertThat(failure.why()).contains("control is exited");
    }
}

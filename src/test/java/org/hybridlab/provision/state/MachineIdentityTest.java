package org.hybridlab.provision.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.MachineState.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineIdentityTest {
    @TempDir
    Path folder;

    @Test
    void onlyTheProvidersWordForAnotherMachineCounts() {
        MachineIdentity node = new MachineIdentity(Workspace.in(folder.resolve("w")), "node");
        assertThat(node.isAnother(running("one"))).as("none is remembered").isFalse();
        node.remember(running("one"));

        assertThat(node.isAnother(running("one"))).isFalse();
        assertThat(node.isAnother(new MachineState(Kind.RUNNING, "running"))).as("the provider does not say").isFalse();
        assertThat(node.isAnother(MachineState.absent())).isFalse();
        assertThat(node.isAnother(running("two"))).isTrue();

        node.remember(new MachineState(Kind.RUNNING, "running"));
        assertThat(node.isAnother(running("two"))).as("an unknown machine replaces nothing").isTrue();
    }

    /** Else the key of any machine that answers there would be taken for its own, and a stopped one removed. */
    @Test
    void truncatedIdentity_isOfReachedMachine() throws IOException {
        Workspace workspace = Workspace.in(folder.resolve("w"));
        MachineIdentity node = new MachineIdentity(workspace, "node");
        node.remember(running("one"));
        Files.writeString(workspace.machineIdentity("node"), "");

        assertThat(node.isAnother(running("two"))).isFalse();
        assertThat(node.wasReached(running("two"))).isTrue();
    }

    private static MachineState running(String identity) {
        return new MachineState(Kind.RUNNING, "running", Optional.of(identity));
    }
}

package org.hybridlab.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabKeyTest {
    @TempDir
    Path folder;
    private final LocalProcesses processes = new LocalProcesses();

    @Test
    void isMadeOnceForItsOwnerOnly() throws IOException {
        Workspace workspace = Workspace.in(folder.resolve("w"));
        String pub = ensure(workspace);
        assertThat(pub).startsWith("ssh-ed25519 ").doesNotContain("\n");
        assertThat(ensure(workspace)).isEqualTo(pub);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(workspace.sshKey())))
                .isEqualTo("rw-------");
        try (Stream<Path> files = Files.list(workspace.sshKey().getParent())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("id_ed25519", "id_ed25519.pub");
        }
    }

    @Test
    void lostPublicKey_isMadeFromThePrivate() throws IOException {
        Workspace workspace = Workspace.in(folder.resolve("w"));
        String pub = ensure(workspace);
        Files.delete(workspace.sshKey().resolveSibling("id_ed25519.pub"));
        assertThat(ensure(workspace)).startsWith(pub.substring(0, pub.lastIndexOf(' ')));
    }

    @Test
    void remains_ofInterruptedAttempt_areHarmless() throws IOException {
        Workspace workspace = Workspace.in(folder.resolve("w"));
        workspace.write("ssh/fresh/key", "half a key");
        workspace.write("ssh/fresh/key.pub", "half a key");
        assertThat(ensure(workspace)).startsWith("ssh-ed25519 ");
    }

    private String ensure(Workspace workspace) {
        return LabKey.ensure(processes, workspace, new Cancellation());
    }
}

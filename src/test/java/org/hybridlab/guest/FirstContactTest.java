package org.hybridlab.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.workspace.Workspace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstContactTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path folder;
    private FakeSsh ssh;
    private FirstContact contact;

    @BeforeEach
    void stockBox() throws IOException {
        ssh = new FakeSsh(folder);
        Workspace workspace = Workspace.in(folder.resolve("w")).create();
        workspace.write("ssh/id_ed25519.pub", "ssh-ed25519 AAAA lab\n");
        Files.createDirectories(ssh.home().resolve(".ssh"));
        Files.writeString(ssh.home().resolve(".ssh/authorized_keys"), "ssh-rsa AAAA vagrant insecure public key\n");
        contact = new FirstContact(ssh, workspace, Map.of("VAGRANT_HOME", "/home/me/.vagrant.d"));
    }

    @Test
    void labKey_replacesVagrantsPublicOne() {
        ssh.failures.add(255);
        contact.make("node1", MINUTE, new Cancellation());
        assertThat(ssh.home().resolve(".ssh/authorized_keys")).hasContent("ssh-ed25519 AAAA lab");
        assertThat(ssh.commands).anySatisfy(command -> assertThat(command.words())
                .contains("IdentityFile=/home/me/.vagrant.d/insecure_private_key"));
    }

    @Test
    void aKeyThatArrivesCutLocksNobodyOut() throws IOException {
        ssh.failures.add(255);
        ssh.cuts.add(12);
        contact.make("node1", MINUTE, new Cancellation());
        assertThat(ssh.home().resolve(".ssh/authorized_keys")).content().contains("insecure");
    }

    @Test
    void machine_takingTheLabsKey_isLeftAlone() {
        contact.make("node1", MINUTE, new Cancellation());
        assertThat(ssh.commands).hasSize(1);
        assertThat(ssh.home().resolve(".ssh/authorized_keys")).content().contains("insecure");
    }

    @Test
    void aMachineThatTakesNeitherKeyIsNamed() {
        ssh.failures.addAll(java.util.Collections.nCopies(500, 255));
        LabException e = failure(() -> contact.make("node1", Duration.ofSeconds(1), new Cancellation()));
        assertThat(e.id()).isEqualTo("ssh-not-ready");
        assertThat(e.what()).contains("node1");
    }
}

package org.hybridlab.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What OpenSSH itself makes of the settings: {@code ssh -G} prints what it would use. */
class SshSettingsTest {
    private static final Machine NODE = new Machine("node1", Role.WORKER, Os.LINUX, Arch.AMD64, 2, 2048,
            Optional.empty(), KubernetesVersion.parse("1.36.3"), Ipv4.parse("192.168.56.11"));

    @TempDir
    Path folder;

    @Test
    void ssh_offersLabsKeyOnly_andAsksNobody() throws IOException {
        Workspace workspace = Workspace.in(folder.resolve("it is here"));
        Map<String, String> settings = settings(SshSettings.write(workspace, NODE));
        assertThat(settings).containsEntry("hostname", "192.168.56.11").containsEntry("port", "22")
                .containsEntry("user", "vagrant").containsEntry("identityfile", workspace.sshKey().toString())
                .containsEntry("identitiesonly", "yes").containsEntry("identityagent", "none")
                .containsEntry("batchmode", "yes").containsEntry("passwordauthentication", "no")
                .containsEntry("userknownhostsfile", workspace.knownHosts().toString())
                .containsEntry("hostkeyalias", "node1");
        assertThat(settings.get("kexalgorithms")).startsWith("curve25519-sha256,").contains("sntrup761");
    }

    @Test
    void aFolderMayBeCalledWhateverItIs() throws IOException {
        Workspace workspace = Workspace.in(folder.resolve("it's \"a\" $(touch x) #{x} %h %% \\ b\\\"lab"));
        Map<String, String> settings = settings(SshSettings.write(workspace, NODE));

        assertThat(settings).containsEntry("userknownhostsfile", workspace.knownHosts().toString())
                // Printed before OpenSSH looks for its own words in it.
                .containsEntry("identityfile", workspace.sshKey().toString().replace("%", "%%"));
    }

    @Test
    void machine_withoutItsAddress_answersAtVagrants() throws IOException {
        Map<String, String> settings = settings(SshSettings.write(Workspace.in(folder), NODE, """
                Host node1
                  HostName 172.28.3.4
                  User vagrant
                  Port 2200
                """));
        assertThat(settings).containsEntry("hostname", "172.28.3.4").containsEntry("port", "2200");
        assertThatThrownBy(() -> SshSettings.write(Workspace.in(folder), NODE, "nothing\n"))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("ssh-not-ready"));
    }

    private Map<String, String> settings(Path file) throws IOException {
        assertThat(Files.readString(file)).startsWith("# ssh -F node1.conf node1\n");
        Result result = new LocalProcesses().run(Command.of("ssh", "-G", "-F", file.toString(), "node1"),
                new Cancellation());
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return result.stdout().lines().filter(line -> line.contains(" ")).collect(Collectors.toMap(
                line -> line.substring(0, line.indexOf(' ')), line -> line.substring(line.indexOf(' ') + 1),
                (one, two) -> one));
    }
}

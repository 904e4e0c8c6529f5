package org.hybridlab.guest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.process.Wait;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provider.vagrant.VagrantHome;

/** Makes the lab's key the only one of a machine. A stock box accepts Vagrant's public "insecure" key. */
public final class FirstContact {
    /** Replaces all keys by one rename, with mode and content complete. Half a key would lock everybody out. */
    private static final String TAKE_KEY = "umask 077 && cat > .ssh/hybridlab-key && "
            + "[ \"$(sha256sum < .ssh/hybridlab-key)\" = '%s  -' ] && mv .ssh/hybridlab-key .ssh/authorized_keys";
    private static final Duration QUICK = Duration.ofSeconds(30);

    private final Processes processes;
    private final Workspace workspace;
    private final Map<String, String> environment;

    /** @param environment of this process, which may set Vagrant's home */
    public FirstContact(Processes processes, Workspace workspace, Map<String, String> environment) {
        this.processes = processes;
        this.workspace = workspace;
        this.environment = environment;
    }

    /** Returns if the machine accepts the lab's key already. Needs the settings of {@link SshSettings}. */
    public void make(String machine, Duration within, Cancellation cancellation) {
        SshClient client = new SshClient(workspace, machine);
        Wait.until(machine + " lets the lab's key in", within)
                .orFail("ssh-not-ready", "Look at the machine's console, then run the same command again.")
                .that(() -> tryOnce(client, cancellation), Result::ok,
                        result -> "ssh exited with " + result.exitCode() + " " + result.stderr().strip(), cancellation);
    }

    private Result tryOnce(SshClient client, Cancellation cancellation) {
        Result own = processes.run(client.afresh(client.machine(), "exit 0").timeout(QUICK), cancellation);
        return own.ok() ? own : handOver(client, cancellation);
    }

    private Result handOver(SshClient client, Cancellation cancellation) {
        String key = publicKey();
        Command command = client.afresh("-o", "IdentityFile=" + insecureKey(), client.machine(),
                TAKE_KEY.formatted(Sent.of(key).sum())).stdin(key).timeout(QUICK);
        return processes.run(command, cancellation);
    }

    private Path insecureKey() {
        return VagrantHome.of(environment).resolve("insecure_private_key");
    }

    private String publicKey() {
        try {
            return Files.readString(workspace.sshKey().resolveSibling(workspace.sshKey().getFileName() + ".pub"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

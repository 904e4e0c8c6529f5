package org.hybridlab.guest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Machine;

/**
 * OpenSSH settings of a machine, for users too: {@code ssh -F FILE MACHINE}. A fixed address saves {@code vagrant
 * ssh-config}, which takes a second of Ruby.
 */
public final class SshSettings {
    private SshSettings() {
    }

    /** For a machine at its own address in the lab's network. */
    public static Path write(Workspace workspace, Machine machine) {
        return write(workspace, machine.name(), machine.address().toString(), 22);
    }

    /**
     * For a machine without its own address yet.
     *
     * @param vagrantSays output of {@code vagrant ssh-config}
     */
    public static Path write(Workspace workspace, Machine machine, String vagrantSays) {
        return write(workspace, machine.name(), value("HostName", vagrantSays),
                Integer.parseInt(value("Port", vagrantSays)));
    }

    public static void moved(Workspace workspace) {
        for (String machine : workspace.sshMachines()) {
            Path file = workspace.sshConfig(machine);
            try {
                String text = Files.readString(file)
                        .replaceFirst("(?m)^  IdentityFile .*$", line("IdentityFile", workspace.sshKey()))
                        .replaceFirst("(?m)^  UserKnownHostsFile .*$",
                        line("UserKnownHostsFile", workspace.knownHosts()));
                workspace.write(workspace.folder().relativize(file).toString(), text, Workspace.Kind.PLAIN);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static String line(String key, Path path) {
        return Matcher.quoteReplacement("  " + key + " " + quoted(path));
    }

    private static String value(String key, String config) {
        return config.lines().map(String::strip).filter(line -> line.startsWith(key + " "))
                .map(line -> line.substring(key.length()).strip()).findFirst()
                .orElseThrow(() -> LabException.labFailed("ssh-not-ready",
                        "Vagrant does not say where the machine answers.",
                        "Run `vagrant ssh-config` in the workspace to see what it says.").because(config));
    }

    /**
     * The first choice of OpenSSH 9 also keeps later quantum computers out. It takes 50 ms more of processor time for
     * each connection, and the machine is on this host.
     */
    private static Path write(Workspace workspace, String machine, String host, int port) {
        return workspace.write(workspace.folder().relativize(workspace.sshConfig(machine)).toString(), """
                # ssh -F %s %s
                Host %s
                  HostName %s
                  Port %d
                  User vagrant
                  IdentityFile %s
                  IdentitiesOnly yes
                  IdentityAgent none
                  BatchMode yes
                  PasswordAuthentication no
                  StrictHostKeyChecking accept-new
                  UserKnownHostsFile %s
                  HostKeyAlias %s
                  KexAlgorithms ^curve25519-sha256
                  ConnectTimeout 5
                  ServerAliveInterval 15
                  ServerAliveCountMax 4
                  LogLevel ERROR
                """.formatted(workspace.sshConfig(machine).getFileName(), machine, machine, host, port,
                quoted(workspace.sshKey()), quoted(workspace.knownHosts()), machine), Workspace.Kind.PLAIN);
    }

    /** Quoted for blanks. A percent sign would start one of OpenSSH's tokens, see ssh_config(5). */
    private static String quoted(Path path) {
        String text = path.toString().replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%");
        return '"' + text + '"';
    }
}

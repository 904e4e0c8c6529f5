package org.hybridlab.guest;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.workspace.Workspace;

/**
 * OpenSSH client commands for one machine, with the workspace's settings. On Unix the first command opens a connection
 * that later ones share. It closes seconds after the last one.
 */
record SshClient(Workspace workspace, String machine) {
    /** Exit code of ssh and sftp for a failed connection. */
    private static final int LOST = 255;
    private static final int KEEP_SECONDS = 15;

    /** @param remote command for the login shell */
    Command ssh(String remote) {
        List<String> words = start("ssh");
        words.addAll(List.of(machine, remote));
        return Command.of(words).in(workspace.folder());
    }

    /** Runs sftp commands from stdin, up to the first failure. */
    Command sftp(List<String> commands) {
        List<String> words = start("sftp");
        words.addAll(List.of("-b", "-", machine));
        return Command.of(words).in(workspace.folder()).stdin(String.join("\n", commands) + "\n");
    }

    /** Without a shared connection, to test the login. */
    Command afresh(String... wordsBehindConfig) {
        List<String> words = new ArrayList<>(List.of("ssh", "-F", workspace.sshConfig(machine).toString()));
        words.addAll(List.of(wordsBehindConfig));
        return Command.of(words);
    }

    /** @throws LabException {@code ssh-lost} */
    Result lost(Result result) {
        if (result.exitCode() == LOST) {
            throw LabException.labFailed("ssh-lost", "The ssh connection to " + machine + " failed.",
                    "Run the same command again. If it stays so, see whether the machine runs: "
                            + "`hybridlab status LAB`.")
                    .because(result.stderr().strip());
        }
        return result;
    }

    /** Relative to the workspace, which keeps the socket's path short. */
    private List<String> start(String program) {
        List<String> words = new ArrayList<>(List.of(program, "-F",
                workspace.folder().relativize(workspace.sshConfig(machine)).toString()));
        if (sharesConnections()) {
            words.addAll(List.of("-o", "ControlMaster=auto", "-o", "ControlPath=ssh/" + machine + ".sock",
                    "-o", "ControlPersist=" + KEEP_SECONDS));
        }
        return words;
    }

    /** Win32-OpenSSH has no ControlMaster, and fails if it is set (Win32-OpenSSH#405). */
    private static boolean sharesConnections() {
        return !System.getProperty("os.name").startsWith("Windows");
    }
}

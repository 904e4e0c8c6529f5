package org.hybridlab.guest;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.workspace.Workspace;

/**
 * The commands of OpenSSH's client for one machine, with the settings that lie in the workspace. On Unix hosts the
 * first command opens a connection that later ones share; it goes away by itself seconds after the last of them.
 */
record SshClient(Workspace workspace, String machine) {
    /** What ssh and sftp themselves exit with when the connection fails. */
    private static final int LOST = 255;
    private static final int KEEP_SECONDS = 15;

    /** @param remote what the machine's login shell gets */
    Command ssh(String remote) {
        List<String> words = start("ssh");
        words.addAll(List.of(machine, remote));
        return Command.of(words).in(workspace.folder());
    }

    /** Reads sftp's own commands from its standard input, and ends at the first that fails. */
    Command sftp(List<String> commands) {
        List<String> words = start("sftp");
        words.addAll(List.of("-b", "-", machine));
        return Command.of(words).in(workspace.folder()).stdin(String.join("\n", commands) + "\n");
    }

    /** ssh without a shared connection: whether the machine lets us in now. */
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

    /** Relative to the workspace, where the command runs, so that the path of the shared socket stays short. */
    private List<String> start(String program) {
        List<String> words = new ArrayList<>(List.of(program, "-F",
                workspace.folder().relativize(workspace.sshConfig(machine)).toString()));
        if (sharesConnections()) {
            words.addAll(List.of("-o", "ControlMaster=auto", "-o", "ControlPath=ssh/" + machine + ".sock",
                    "-o", "ControlPersist=" + KEEP_SECONDS));
        }
        return words;
    }

    /** Win32-OpenSSH has no ControlMaster and fails if asked for one (Win32-OpenSSH#405). */
    private static boolean sharesConnections() {
        return !System.getProperty("os.name").startsWith("Windows");
    }
}

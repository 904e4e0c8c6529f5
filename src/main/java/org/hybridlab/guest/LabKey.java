package org.hybridlab.guest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.workspace.Workspace;

/** The lab's ssh key. Its private half stays in {@link Workspace#sshKey()}. */
public final class LabKey {
    private LabKey() {
    }

    /** @return the public half, one line */
    public static String ensure(Processes processes, Workspace workspace, Cancellation cancellation) {
        Path key = workspace.sshKey();
        Path pub = key.resolveSibling(key.getFileName() + ".pub");
        try {
            if (!Files.isRegularFile(key)) {
                make(processes, workspace, cancellation);
            } else if (!Files.isRegularFile(pub)) {
                String text = processes.run(Command.of("ssh-keygen", "-y", "-f", key.toString()), cancellation)
                        .orHostFails("ssh-key-unusable", "The lab's ssh key " + key + " cannot be read.",
                                "Destroy the lab, then bring it up again: it gets another key.").stdout();
                workspace.write("ssh/" + pub.getFileName(), text);
            }
            return Files.readString(pub).strip();
        } catch (IOException e) {
            throw LabException.hostNotReady("workspace-not-writable", "The lab's ssh key could not be written: "
                    + e.getMessage(), "Look at free space and permissions of " + workspace.folder()).causedBy(e);
        }
    }

    private static void make(Processes processes, Workspace workspace, Cancellation cancellation) throws IOException {
        // The private half gets its name last, so the public half is there too.
        Path fresh = workspace.write("ssh/fresh/README", "A key that is being made.\n").resolveSibling("key");
        Files.deleteIfExists(fresh);
        processes.run(Command.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "hybridlab", "-f",
                fresh.toString()), cancellation).orHostFails("ssh-key-unusable", "ssh-keygen made no key.",
                "Run `hybridlab doctor`: OpenSSH's client must be installed.");
        Path pub = fresh.resolveSibling("key.pub");
        workspace.write("ssh/id_ed25519.pub", Files.readString(pub));
        workspace.write("ssh/id_ed25519", Files.readString(fresh), Workspace.Kind.SECRET);
        for (Path file : new Path[] {pub, fresh, fresh.resolveSibling("README"), fresh.getParent()}) {
            Files.deleteIfExists(file);
        }
    }
}

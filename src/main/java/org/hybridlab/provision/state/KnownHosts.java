package org.hybridlab.provision.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

import org.hybridlab.common.workspace.Workspace;

/** The lab's own known_hosts file, with the machines' names. */
public final class KnownHosts {
    private KnownHosts() {
    }

    /** A recreated machine has another host key. */
    public static synchronized void forget(Workspace workspace, String machine) {
        Path file = workspace.knownHosts();
        if (!Files.isRegularFile(file)) {
            return;
        }
        try {
            String kept = Files.readAllLines(file).stream().filter(line -> !line.startsWith(machine + " "))
                    .map(line -> line + "\n").collect(Collectors.joining());
            workspace.write(workspace.folder().relativize(file).toString(), kept, Workspace.Kind.SECRET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

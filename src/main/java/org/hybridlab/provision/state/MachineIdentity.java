package org.hybridlab.provision.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provider.api.MachineState;

/**
 * Which machine it was that the lab knows the host key of. Somebody who makes a machine again by plain Vagrant gets one
 * with another key; only the provider's word for it makes hybridlab forget the old one, never the new key itself.
 */
public final class MachineIdentity {
    private final Workspace workspace;
    private final String machine;

    public MachineIdentity(Workspace workspace, String machine) {
        this.workspace = workspace;
        this.machine = machine;
    }

    /** Whether the provider has another machine of this name now than the one that is remembered. */
    public boolean isAnother(MachineState now) {
        // A file that was cut short says that there was one, and not which.
        Optional<String> remembered = remembered().filter(identity -> !identity.isEmpty());
        return remembered.isPresent() && now.identity().isPresent() && !remembered.equals(now.identity());
    }

    /** Whether a machine was brought up to where it could be reached. */
    public boolean isKnown() {
        return remembered().isPresent();
    }

    /** Whether this very machine was brought up to where it could be reached. */
    public boolean wasReached(MachineState now) {
        return isKnown() && !isAnother(now);
    }

    public void remember(MachineState now) {
        now.identity().ifPresent(identity -> workspace.write(workspace.folder().relativize(file()).toString(),
                identity + "\n", Workspace.Kind.LASTING));
    }

    private Optional<String> remembered() {
        try {
            return Files.isRegularFile(file()) ? Optional.of(Files.readString(file()).strip()) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file() {
        return workspace.machineIdentity(machine);
    }
}

package org.hybridlab.provision.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provider.api.MachineState;

/**
 * Identifies the machine whose host key the lab knows. Plain Vagrant may recreate a machine with another key. Only the
 * provider's id makes hybridlab forget the old key, never a new key itself.
 */
public final class MachineIdentity {
    private final Workspace workspace;
    private final String machine;

    public MachineIdentity(Workspace workspace, String machine) {
        this.workspace = workspace;
        this.machine = machine;
    }

    /** Whether the provider has another machine of this name than the recorded one. */
    public boolean isAnother(MachineState now) {
        // A truncated file proves that there was one, but not which.
        Optional<String> remembered = remembered().filter(identity -> !identity.isEmpty());
        return remembered.isPresent() && now.identity().isPresent() && !remembered.equals(now.identity());
    }

    /** Whether a machine was reached once. */
    public boolean isKnown() {
        return remembered().isPresent();
    }

    /** Whether this very machine was reached once. */
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

package org.hybridlab.common.workspace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds a lab's workspace: beside its lab file, or in the user's state folder if the lab's folder is not writable.
 *
 * @param elsewhere private folder for such workspaces
 */
public record WorkspacePlace(Path elsewhere, Predicate<Path> writable) {
    private static final int BYTES = 4;

    public WorkspacePlace(Path elsewhere) {
        this(elsewhere, Files::isWritable);
    }

    /** An existing workspace stays, even if the rights of the lab's folder change. */
    public Workspace of(Path labFile, Optional<String> instance) {
        Workspace beside = Workspace.of(labFile, instance);
        Workspace away = Workspace.in(elsewhere.resolve(name(labFile, instance)));
        return away.exists() || !writable.test(beside.exists() ? beside.folder()
                : RealPath.of(labFile.toAbsolutePath().getParent()))
                ? away : beside;
    }

    public boolean isElsewhere(Workspace workspace) {
        return workspace.folder().startsWith(RealPath.of(elsewhere));
    }

    private static String name(Path labFile, Optional<String> instance) {
        Path file = RealPath.of(labFile);
        return "%s-%s%s".formatted(file.getParent().getFileName(), ShortHash.of(file.toString(), BYTES),
                instance.map("@"::concat).orElse(""));
    }
}

package org.hybridlab.common.workspace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Where the workspace of a lab is: beside its lab file, or in the user's own state folder if the lab's folder cannot be
 * written, as in an installation that belongs to root.
 *
 * @param elsewhere for workspaces of labs in such folders; only its owner may change what is in it
 */
public record WorkspacePlace(Path elsewhere, Predicate<Path> writable) {
    private static final int BYTES = 4;

    public WorkspacePlace(Path elsewhere) {
        this(elsewhere, Files::isWritable);
    }

    /** A workspace that is there stays where it is, also if the folder beside it becomes writable or no longer is. */
    public Workspace of(Path labFile, Optional<String> instance) {
        Workspace beside = Workspace.of(labFile, instance);
        Workspace away = Workspace.in(elsewhere.resolve(name(labFile, instance)));
        return away.exists() || !writable.test(beside.exists() ? beside.folder()
                : RealPath.of(labFile.toAbsolutePath().getParent()))
                ? away : beside;
    }

    /** Whether the workspace of that lab file is not beside it. */
    public boolean isElsewhere(Workspace workspace) {
        return workspace.folder().startsWith(RealPath.of(elsewhere));
    }

    private static String name(Path labFile, Optional<String> instance) {
        Path file = RealPath.of(labFile);
        return "%s-%s%s".formatted(file.getParent().getFileName(), ShortHash.of(file.toString(), BYTES),
                instance.map("@"::concat).orElse(""));
    }
}

package org.hybridlab.service.orphan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.journal.StaleLocks;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.MergedContext;

/** Removes orphaned files of this user, while nobody works on their lab. */
final class OrphanFiles {
    private OrphanFiles() {
    }

    /** Deletes a labelled folder only if it has hybridlab's mark, and no link leads elsewhere. */
    static boolean isWorkspace(Path folder) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && Files.isWritable(folder)
                && Files.isRegularFile(folder.resolve(OwnWorkspaces.MARK), LinkOption.NOFOLLOW_LINKS)
                && Workspace.in(folder).folder().equals(folder);
    }

    static void removeWorkspace(ServiceContext context, KnownLabs known, OwnWorkspaces workspaces, Path folder) {
        Workspace workspace = Workspace.in(folder);
        try (LabLock ignored = LabLock.acquire(context.runFolder(workspace), Clock.systemUTC())) {
            boolean recorded = known.everywhere().stream().anyMatch(lab -> lab.workspace().equals(folder.toString()));
            if (!recorded && isWorkspace(folder)) {
                MergedContext.of(workspace, Optional.empty(), context).takeOut();
                workspace.delete();
                workspaces.forget(folder);
            }
        }
    }

    static void removeRecord(ServiceContext context, OwnWorkspaces workspaces, KnownLab lab) {
        Path folder = Path.of(lab.workspace());
        try (LabLock ignored = LabLock.acquire(context.runFolder(Workspace.in(folder)), Clock.systemUTC())) {
            if (!Files.exists(folder)) {
                MergedContext.of(lab, context).takeOut();
                workspaces.forget(folder);
            }
        }
    }

    static void removeFolder(Path folder) {
        RunFolder run = new RunFolder(folder, folder.resolve("logs"), StaleLocks.lockOf(folder));
        try (LabLock ignored = LabLock.acquire(run, Clock.systemUTC())) {
            Workspace.in(folder).delete();
        }
    }

    static void removeLock(Path note) {
        try {
            StaleLocks.remove(note);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

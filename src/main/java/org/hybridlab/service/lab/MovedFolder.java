package org.hybridlab.service.lab;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.guest.SshSettings;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.LoadedImages;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.service.context.ServiceContext;

/**
 * The folder of a lab that was moved while the lab is up. The workspace's mark and inode prove that it is the same lab,
 * so the host's record follows it. A copy is refused, like any workspace that was not created here.
 */
public final class MovedFolder {
    private final ServiceContext context;
    private final KnownLabs known;
    private final OwnWorkspaces workspaces;

    public MovedFolder(ServiceContext context) {
        this.context = context;
        this.known = new KnownLabs(context.folders());
        this.workspaces = new OwnWorkspaces(context.folders());
    }

    /**
     * Does nothing for a lab that was not moved, or is not up. Refuses another lab at the recorded place of a moved
     * one, as it would take over the machines.
     *
     * @throws LabException {@code workspace-not-owned}, {@code lab-locked} while the lab is in use by its old path, or
     * {@code lab-moved} if another lab was up at the new path, or at this path in another folder (exit 2)
     */
    public void follow(LabLocation location) {
        Workspace workspace = context.workspace(location);
        Optional<Path> before = workspaces.movedFrom(workspace.folder());
        if (!workspaces.isBound(workspace.folder())) {
            known.find(workspace.folder()).filter(lab -> !lab.cameUpIn(location.folder())).ifPresent(lab -> {
                throw inItsPlace(lab, location);
            });
        }
        if (before.isEmpty() || Files.exists(before.get(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        RunFolder old = new RunFolder(workspace.folder(), workspace.logs(),
                context.folders().lock(before.get()));
        try (LabLock ignored = LabLock.acquire(old, Clock.systemUTC())) {
            known.find(before.get()).ifPresent(lab -> follow(lab, workspace));
            new LoadedImages(context.folders(), before.get()).moveTo(workspace.folder());
            workspaces.moved(workspace.folder(), location.file());
        }
    }

    private void follow(KnownLab lab, Workspace workspace) {
        known.find(workspace.folder()).ifPresent(other -> {
            throw LabException.invalid("lab-moved", "The lab %s was moved here from %s, where the lab %s was up."
                    .formatted(lab.name(), Path.of(lab.workspace()).getParent(), other.name()),
                    "Look at `hybridlab list`, and destroy the one that you no longer need: hybridlab destroy ID, with "
                            + "%s or %s.".formatted(lab.origin().id(), other.origin().id()));
        });
        SshSettings.moved(workspace);
        context.listener().message("The lab %s was moved here from %s, and goes on as the same lab."
                .formatted(lab.name(), Path.of(lab.workspace()).getParent()));
    }

    private static LabException inItsPlace(KnownLab lab, LabLocation location) {
        return LabException.invalid("lab-moved", "The lab %s came up in another folder, which was at %s."
                .formatted(lab.name(), location.folder()), "If you moved that folder, run `hybridlab status%s` there. "
                .formatted(lab.origin().instance().map(" --name "::concat).orElse(""))
                + "If it is gone for good: hybridlab destroy " + lab.origin().id());
    }
}

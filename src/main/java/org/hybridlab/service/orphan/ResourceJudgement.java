package org.hybridlab.service.orphan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.common.process.ThisHost;
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.ResourceOrigin;
import org.hybridlab.provision.state.CreatedLab;

/**
 * Whether a resource's lab still exists. It is dead only if its own record is provably lost: another user, host or
 * state folder may have one.
 *
 * @param state ORPHAN: nobody can manage it any more. UNKNOWN: nobody here can tell
 */
record ResourceJudgement(State state, String reason) {
    enum State { ALIVE, ORPHAN, UNKNOWN }

    private static final ResourceJudgement ALIVE = new ResourceJudgement(State.ALIVE, "its lab lives");
    /** Under these, a missing folder may be an unmounted disk. */
    private static final List<Path> MOUNTS = Stream.of("/mnt", "/media", "/run/media", "/Volumes").map(Path::of)
            .toList();

    /**
     * @param records read after the resource, since a lab gets its record first
     * @param contained whether this process may have its own file system
     */
    static ResourceJudgement of(LabResource resource, List<KnownLab> records, UserFolders folders, String user,
                                ThisHost host, boolean contained) {
        Optional<KnownLab> record = records.stream().filter(lab -> CreatedLab.id(lab).equals(resource.lab())
                || CreatedLab.id(lab).isIn(resource.name())).findFirst();
        if (record.isPresent()) {
            return recorded(record.get());
        }
        return resource.origin().map(origin -> made(resource, origin, folders, user, host, contained))
                .orElseGet(() -> named(resource.lab(), folders));
    }

    /** If several labs could have the name, takes the recorded one. */
    static LabResource ofItsLab(LabResource one, List<KnownLab> records, UserFolders folders) {
        List<LabId> labs = LabId.candidates(one.name());
        if (labs.size() < 2 || !labs.get(0).equals(one.lab())) {
            return one;
        }
        return labs.stream().filter(lab -> records.stream().map(CreatedLab::id).anyMatch(lab::equals)).findFirst()
                .or(() -> labs.stream().filter(lab -> isMade(lab, folders)).findFirst()).map(one::of).orElse(one);
    }

    /** A folder that was moved or unmounted looks deleted. Its lab file does not. */
    static ResourceJudgement recorded(KnownLab lab) {
        Path workspace = Path.of(lab.workspace());
        if (!lab.onThisHost() || Files.exists(workspace)) {
            return ALIVE;
        }
        return lab.hasItsLabFile() ? orphan("its workspace %s was deleted".formatted(workspace))
                : unknown(("the lab's folder %s is gone, or another one is in its place. If you deleted it, run "
                        + "`hybridlab destroy %s`. If you moved "
                        + "it, run `hybridlab status` there").formatted(lab.labFile().getParent(), CreatedLab.id(lab)));
    }

    private static ResourceJudgement made(LabResource resource, ResourceOrigin origin, UserFolders folders, String user,
                                          ThisHost host, boolean contained) {
        LabId id = resource.lab();
        if (host.id().isEmpty() || !host.id().equals(origin.host())) {
            return unknown("another host made it");
        }
        if (!user.equals(origin.user())) {
            return unknown("the user %s made it".formatted(origin.user()));
        }
        if (RealPath.of(folders.state()).equals(origin.state())) {
            return madeIn(folders, origin, "no record knows its lab");
        }
        if (Files.isDirectory(origin.state())) {
            return inOtherState(id, origin);
        }
        boolean gone = isGone(origin.state()) && isGone(origin.workspace());
        if (gone && contained) {
            return unknown(("its workspace %s and its state folder %s are not here, and may be in another container. "
                    + "If they are gone for good: %s").formatted(origin.workspace(), origin.state(), byHand(resource)));
        }
        if (gone) {
            return orphan("its workspace %s and its state folder %s are gone".formatted(origin.workspace(),
                    origin.state()));
        }
        return unknown("its state folder %s is not there. If it is gone for good, and the lab with it: %s"
                .formatted(origin.state(), byHand(resource)));
    }

    /** For resources with an origin, since only Docker has labels. */
    private static String byHand(LabResource resource) {
        return switch (resource.kind()) {
            case CONTAINER, MACHINE -> "docker rm -f ";
            case VOLUME -> "docker volume rm ";
            case NETWORK -> "docker network rm ";
        } + ShellQuoting.quote(resource.name());
    }

    /** The state folder at the label's path may be another one, as in containers that share a provider. */
    private static ResourceJudgement madeIn(UserFolders folders, ResourceOrigin origin, String lost) {
        return Optional.of(origin.stateId()).equals(new OwnWorkspaces(folders).stateId()) ? orphan(lost)
                : unknown("it was made with another state folder of the path %s, in another container or before that "
                        .formatted(origin.state()) + "folder was deleted");
    }

    private static ResourceJudgement inOtherState(LabId id, ResourceOrigin origin) {
        try {
            if (!Files.isReadable(origin.state()) || !Files.isExecutable(origin.state())) {
                return unknown("its state folder %s cannot be read".formatted(origin.state()));
            }
            UserFolders other = new UserFolders(origin.state(), origin.state());
            return new KnownLabs(other).everywhere().stream().anyMatch(lab -> CreatedLab.id(lab).equals(id)) ? ALIVE
                    : madeIn(other, origin, "the state folder %s has no record of its lab".formatted(
                            origin.state()));
        } catch (LabException e) {
            return unknown(e.what());
        }
    }

    /** A name has only a hash of the workspace. One of this user's workspaces may match it. */
    private static ResourceJudgement named(LabId id, UserFolders folders) {
        return isMade(id, folders) ? orphan("no record knows its lab")
                : unknown("nothing on this host tells whose it is");
    }

    private static boolean isMade(LabId id, UserFolders folders) {
        return new OwnWorkspaces(folders).paths().stream().anyMatch(path -> isOf(id, path));
    }

    static boolean isOf(LabId id, Path workspace) {
        return LabId.allOf(id.lab(), workspace).contains(id);
    }

    /** Whether it was deleted, and its disk is mounted. */
    private static boolean isGone(Path folder) {
        Path there = folder;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        Path last = there;
        if (last == null || last.equals(folder) || MOUNTS.stream().anyMatch(folder::startsWith)) {
            return false;
        }
        try (Stream<Path> inside = Files.list(last)) {
            // The mount point of a missing disk is empty.
            return inside.findAny().isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    private static ResourceJudgement orphan(String reason) {
        return new ResourceJudgement(State.ORPHAN, reason);
    }

    private static ResourceJudgement unknown(String reason) {
        return new ResourceJudgement(State.UNKNOWN, reason);
    }
}

package org.hybridlab.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.config.model.Cidr;

/**
 * This user's labs that may have machines: {@code labs.json} of the state folder, by workspace. Written before the
 * first machine is created, and removed after the last one is gone.
 */
public final class KnownLabs {
    private final Path file;

    public KnownLabs(UserFolders folders) {
        this.file = folders.state().resolve("labs.json");
    }

    /** Those on this host. */
    public List<KnownLab> all() {
        return everywhere().stream().filter(KnownLab::onThisHost).toList();
    }

    /** With those on hosts that share this home folder. */
    public List<KnownLab> everywhere() {
        return StateFile.read(file, KnownLab[].class);
    }

    /** @throws LabException {@code lab-on-other-host} if another host has its machines */
    public Optional<KnownLab> find(Path workspace) {
        Optional<KnownLab> found = at(everywhere(), workspace.toString());
        found.filter(lab -> !lab.onThisHost()).ifPresent(lab -> {
            throw LabException.hostNotReady("lab-on-other-host", "The machines of the lab %s are on the host %s."
                    .formatted(lab.name(), lab.origin().host().name()), "Run the command there, or bring up another "
                    + "instance here: hybridlab up --name here " + lab.labFile());
        });
        return found;
    }

    /** By path, or by the path's link target: a link may stand at the old place of a moved folder. */
    private static Optional<KnownLab> at(List<KnownLab> labs, String workspace) {
        return labs.stream().filter(lab -> lab.workspace().equals(workspace)).findFirst().or(() -> labs.stream()
                .filter(lab -> RealPath.of(Path.of(lab.workspace())).equals(Path.of(workspace))).findFirst());
    }

    public void remember(KnownLab lab) {
        StateFile.update(file, KnownLab[].class,
                before -> Stream.concat(others(before, lab.workspace()), Stream.of(lab)).toList());
    }

    /**
     * Adds the lab unless its network was taken meanwhile: labs that come up together find the same one free.
     *
     * @return false if nothing was added
     */
    public boolean claim(KnownLab lab) {
        StateFile.update(file, KnownLab[].class, before -> others(before, lab.workspace()).filter(KnownLab::onThisHost)
                .anyMatch(other -> Cidr.parse(other.network()).overlaps(Cidr.parse(lab.network()))) ? before
                : Stream.concat(others(before, lab.workspace()), Stream.of(lab)).toList());
        return find(Path.of(lab.workspace())).filter(lab::equals).isPresent();
    }

    /** Records the new place of a moved lab. */
    public void move(KnownLab lab, Path workspace, Path labFile) {
        KnownLab moved = new KnownLab(lab.name(), workspace.toString(), lab.provider(), lab.network(),
                lab.simulatesWindows(), lab.mode(), lab.addresses(), lab.origin().movedTo(labFile),
                lab.written());
        StateFile.update(file, KnownLab[].class,
                before -> Stream.concat(others(before, lab.workspace()), Stream.of(moved)).toList());
    }

    /** @return true if it was the last one */
    public boolean forget(Path workspace) {
        StateFile.update(file, KnownLab[].class, before -> others(before, workspace.toString()).toList());
        return all().isEmpty();
    }

    private static Stream<KnownLab> others(List<KnownLab> labs, String workspace) {
        Optional<KnownLab> own = at(labs, workspace);
        return labs.stream().filter(lab -> !own.equals(Optional.of(lab)));
    }
}

package org.hybridlab.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.config.model.Cidr;

/**
 * The labs of this user that have, or may have, machines on this host: {@code labs.json} of the state folder. A lab is
 * known by its workspace. Written before its first machine is made, forgotten after its last one is gone.
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

    /** Also those on hosts that share this user's home folder. */
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

    /** By its path, else by where that path leads: a link may stand at the old place of a folder that was moved. */
    private static Optional<KnownLab> at(List<KnownLab> labs, String workspace) {
        return labs.stream().filter(lab -> lab.workspace().equals(workspace)).findFirst().or(() -> labs.stream()
                .filter(lab -> RealPath.of(Path.of(lab.workspace())).equals(Path.of(workspace))).findFirst());
    }

    /** Adds the lab, or replaces what was known of it. */
    public void remember(KnownLab lab) {
        StateFile.update(file, KnownLab[].class,
                before -> Stream.concat(others(before, lab.workspace()), Stream.of(lab)).toList());
    }

    /**
     * Adds the lab, unless another one has its network by now: labs that come up at the same moment find the same one
     * free.
     *
     * @return false if nothing was added
     */
    public boolean claim(KnownLab lab) {
        StateFile.update(file, KnownLab[].class, before -> others(before, lab.workspace()).filter(KnownLab::onThisHost)
                .anyMatch(other -> Cidr.parse(other.network()).overlaps(Cidr.parse(lab.network()))) ? before
                : Stream.concat(others(before, lab.workspace()), Stream.of(lab)).toList());
        return find(Path.of(lab.workspace())).filter(lab::equals).isPresent();
    }

    /** The lab is where its folder was moved to, with all that it had. */
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

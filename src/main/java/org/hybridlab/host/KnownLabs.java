package org.hybridlab.host;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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

    /**
     * Finds a lab on this host by a user's word, also if its lab file has moved or is gone.
     *
     * @param word a lab's name or id, the name of its folder, or a path: of its lab file, folder or workspace
     * @param here base of relative paths
     * @throws LabException {@code lab-ambiguous} (exit 2) if several labs are called so
     */
    public Optional<KnownLab> find(String word, Optional<String> instance, Path here) {
        // An id is of one instance only.
        List<KnownLab> found = called(word, here).filter(lab -> lab.origin().instance().equals(instance)
                || instance.isEmpty() && lab.origin().id().equals(word)).toList();
        if (found.size() > 1) {
            throw LabException.invalid("lab-ambiguous", "%d labs on this host are called '%s'."
                    .formatted(found.size(), word), "Say which one by its path: " + found.stream()
                    .map(lab -> lab.labFile().toString()).collect(Collectors.joining(", ")));
        }
        return found.stream().findFirst();
    }

    /** Of any instance. */
    public Stream<KnownLab> called(String word, Path here) {
        Optional<Path> path = path(word, here);
        return all().stream().filter(lab -> lab.name().equals(word) || lab.origin().id().equals(word)
                || String.valueOf(lab.labFile().getParent().getFileName()).equals(word)
                || path.filter(one -> one.equals(RealPath.of(lab.labFile()))
                        || one.equals(RealPath.of(lab.labFile().getParent()))
                        || one.equals(RealPath.of(Path.of(lab.workspace())))).isPresent());
    }

    private static Optional<Path> path(String word, Path here) {
        try {
            return Optional.of(RealPath.of(here.resolve(word)));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
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

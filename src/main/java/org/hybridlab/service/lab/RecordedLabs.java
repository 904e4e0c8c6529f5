package org.hybridlab.service.lab;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;

/** Finds recorded labs by a user's word, also if their lab file has moved or is gone. */
public final class RecordedLabs {
    private final KnownLabs known;
    private final Path here;

    /** @param here base of relative paths */
    public RecordedLabs(KnownLabs known, Path here) {
        this.known = known;
        this.here = here;
    }

    /**
     * @param word a lab's name or id, the name of its folder, or a path: of its lab file, folder or workspace
     * @throws LabException {@code lab-ambiguous} (exit 2) if several labs are called so
     */
    public Optional<KnownLab> find(String word, Optional<String> instance) {
        // An id is of one instance only.
        List<KnownLab> found = called(word).filter(lab -> lab.origin().instance().equals(instance)
                || instance.isEmpty() && lab.origin().id().equals(word)).toList();
        if (found.size() > 1) {
            throw LabException.invalid("lab-ambiguous", "%d labs on this host are called '%s'."
                    .formatted(found.size(), word), "Say which one by its path: " + found.stream()
                    .map(lab -> lab.labFile().toString()).collect(Collectors.joining(", ")));
        }
        return found.stream().findFirst();
    }

    /** Of any instance. */
    public Stream<KnownLab> called(String word) {
        Optional<Path> path = path(word);
        return known.all().stream().filter(lab -> lab.name().equals(word) || lab.origin().id().equals(word)
                || String.valueOf(lab.labFile().getParent().getFileName()).equals(word)
                || path.filter(one -> one.equals(RealPath.of(lab.labFile()))
                        || one.equals(RealPath.of(lab.labFile().getParent()))
                        || one.equals(RealPath.of(Path.of(lab.workspace())))).isPresent());
    }

    private Optional<Path> path(String word) {
        try {
            return Optional.of(RealPath.of(here.resolve(word)));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}

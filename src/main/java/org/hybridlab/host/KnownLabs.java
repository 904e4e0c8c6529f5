package org.hybridlab.host;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.host.HostRegistry.Entry;

/**
 * This user's labs that may have machines, by workspace. Written before the first machine is created, and removed
 * after the last one is gone.
 */
public final class KnownLabs {
    private final HostRegistry registry;

    public KnownLabs(UserFolders folders) {
        this.registry = new HostRegistry(folders);
    }

    /** Those on this host. */
    public List<KnownLab> all() {
        return everywhere().stream().filter(KnownLab::onThisHost).toList();
    }

    /** With those on hosts that share this home folder. */
    public List<KnownLab> everywhere() {
        return labs(registry.all());
    }

    /** Those that can be read, with those on other hosts. @param unreadable gets an exception for each other one */
    public List<KnownLab> readable(Consumer<LabException> unreadable) {
        return labs(registry.readable(unreadable));
    }

    private static List<KnownLab> labs(List<Entry> entries) {
        return entries.stream().flatMap(entry -> entry.lab().stream()).toList();
    }

    /** @throws LabException {@code lab-on-other-host} if another host has its machines */
    public Optional<KnownLab> find(Path workspace) {
        Optional<KnownLab> found = registry.find(isAt(workspace)).flatMap(Entry::lab);
        found.filter(lab -> !lab.onThisHost()).ifPresent(lab -> {
            throw LabException.hostNotReady("lab-on-other-host", "The machines of the lab %s are on the host %s."
                    .formatted(lab.name(), lab.origin().host().name()), "Run the command there, or bring up another "
                    + "instance here: hybridlab up --name here " + lab.labFile());
        });
        return found;
    }

    /** By path, or by the path's link target: a link may stand at the old place of a moved folder. */
    private static Predicate<Entry> isAt(Path workspace) {
        return entry -> entry.workspace().equals(workspace.toString())
                || RealPath.of(Path.of(entry.workspace())).equals(workspace);
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
        change(lab, entry -> entry.with(Optional.of(lab)));
    }

    /**
     * Adds the lab unless its network was taken meanwhile: labs that come up together find the same one free.
     *
     * @return false if nothing was added
     */
    public boolean claim(KnownLab lab) {
        change(lab, entry -> entry.lab().filter(own -> own.network().equals(lab.network())).isPresent()
                || isFree(Cidr.parse(lab.network()), entry) ? entry.with(Optional.of(lab)) : entry);
        return find(Path.of(lab.workspace())).filter(lab::equals).isPresent();
    }

    private boolean isFree(Cidr network, Entry own) {
        return registry.all().stream().filter(entry -> !entry.equals(own)).flatMap(entry -> entry.lab().stream())
                .filter(KnownLab::onThisHost).noneMatch(other -> Cidr.parse(other.network()).overlaps(network));
    }

    /** The lab has no machines any more. Its workspace stays known. */
    public void forget(Path workspace) {
        registry.change(workspace.toString(), isAt(workspace), entry -> entry.with(Optional.empty()));
    }

    private void change(KnownLab lab, UnaryOperator<Entry> change) {
        registry.change(lab.workspace(), isAt(Path.of(lab.workspace())), change);
    }
}

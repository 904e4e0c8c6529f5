package org.hybridlab.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.ShortHash;

/**
 * Images that the user loaded into a lab's machines: a record in {@code images} of the state folder for each workspace.
 * It outlives machines and workspace, so that {@code up} loads them again. No snapshot has it.
 */
public final class LoadedImages {
    private static final int BYTES = 16;

    private final Path folder;
    private final Path workspace;

    public LoadedImages(UserFolders folders, Path workspace) {
        this.folder = folder(folders);
        this.workspace = workspace;
    }

    /**
     * An image for one architecture.
     *
     * @param name containerd's full name
     * @param digest of its manifest
     * @param snapshot chain id of its top layer; empty if it has no layer
     * @param bytes of manifest, configuration and layers, as they were loaded
     * @param machines that have it; empty: all Linux nodes, later ones too
     */
    public record LoadedImage(String name, String digest, String arch, String snapshot, long bytes,
                              Set<String> machines) {
        public LoadedImage {
            machines = Collections.unmodifiableSet(new TreeSet<>(machines));
        }

        public boolean isFor(String machine, String itsArch) {
            return arch.equals(itsArch) && (machines.isEmpty() || machines.contains(machine));
        }

        private LoadedImage on(Set<String> others) {
            return new LoadedImage(name, digest, arch, snapshot, bytes, others);
        }
    }

    record Content(String workspace, List<LoadedImage> images) {
    }

    /** Sorted by name. @throws LabException {@code state-unreadable} */
    public List<LoadedImage> all() {
        return StateFile.read(file(workspace), Content.class).map(Content::images).orElse(List.of());
    }

    /** Digests of all labs' images, for the cache. @throws LabException {@code state-unreadable} */
    public static Set<String> digests(UserFolders folders) {
        Consumer<LabException> unreadable = failure -> {
            throw failure;
        };
        return StateFile.readable(folder(folders), Content.class, unreadable).stream()
                .flatMap(content -> content.images().stream()).map(LoadedImage::digest).collect(Collectors.toSet());
    }

    /**
     * Adds an image. Machines that it was not loaded into keep another one of that name.
     *
     * @param nodes machines that may have images of this architecture now
     */
    public void add(LoadedImage added, Set<String> nodes) {
        change(all -> {
            LoadedImage now = added;
            List<LoadedImage> changed = new ArrayList<>();
            for (LoadedImage one : all) {
                if (!one.name().equals(added.name()) || !one.arch().equals(added.arch())) {
                    changed.add(one);
                } else if (one.digest().equals(added.digest())) {
                    now = now.on(one.machines().isEmpty() || now.machines().isEmpty() ? Set.of()
                            : union(one.machines(), now.machines()));
                } else if (!added.machines().isEmpty()) {
                    Set<String> others = new TreeSet<>(one.machines().isEmpty() ? nodes : one.machines());
                    others.removeAll(added.machines());
                    Optional.of(others).filter(some -> !some.isEmpty()).map(one::on).ifPresent(changed::add);
                }
            }
            changed.add(now);
            changed.sort((one, other) -> one.name().compareTo(other.name()));
            return changed;
        });
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }

    public void remove(Set<String> names) {
        change(all -> all.stream().filter(one -> !names.contains(one.name())).toList());
    }

    /** The lab's folder was moved. */
    public void moveTo(Path now) {
        StateFile.read(file(workspace), Content.class).ifPresent(content -> StateFile.locked(folder, () -> {
            StateFile.write(file(now), new Content(now.toString(), content.images()));
            StateFile.remove(file(workspace));
        }));
    }

    private interface Change {
        List<LoadedImage> of(List<LoadedImage> all);
    }

    private void change(Change change) {
        StateFile.locked(folder, () -> {
            List<LoadedImage> now = change.of(all());
            if (now.isEmpty()) {
                StateFile.remove(file(workspace));
            } else {
                StateFile.write(file(workspace), new Content(workspace.toString(), now));
            }
        });
    }

    private static Path folder(UserFolders folders) {
        return folders.state().resolve("images");
    }

    private Path file(Path of) {
        return StateFile.in(folder, ShortHash.of(of.toString(), BYTES));
    }
}

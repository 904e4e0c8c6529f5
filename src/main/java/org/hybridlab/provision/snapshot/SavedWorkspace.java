package org.hybridlab.provision.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.WorkspaceState;

/**
 * What the workspace knows of cluster and machines. A snapshot includes it, so both are of one moment. Excludes the
 * identity of this host's machines, which a reset keeps, and the lab's key.
 */
final class SavedWorkspace {
    private static final String FOLDER = "workspace";
    private static final String JOURNAL = "journal.jsonl";
    private static final String CLUSTER = "kubernetes";
    private static final List<String> FILES = List.of("kubeconfig", "ssh/known_hosts");

    private SavedWorkspace() {
    }

    /** @param to the snapshot's folder, in the workspace */
    static void save(Workspace workspace, Path to) {
        String folder = workspace.folder().relativize(to.resolve(FOLDER)) + "/";
        Stream.concat(Stream.concat(FILES.stream(), Stream.of(JOURNAL)), names(workspace.folder()))
                .filter(name -> Files.isRegularFile(workspace.folder().resolve(name)))
                .forEach(name -> workspace.write(folder + name, read(workspace.folder().resolve(name)),
                        Workspace.Kind.SECRET));
        new WorkspaceState(workspace).save(folder);
    }

    /** All but the journal, which only grows. */
    static void restore(Workspace workspace, Path from) {
        Path folder = from.resolve(FOLDER);
        // The cluster no longer has what was applied since.
        names(workspace.folder()).filter(name -> !Files.exists(folder.resolve(name)))
                .forEach(name -> remove(workspace.folder().resolve(name)));
        Stream.concat(FILES.stream(), names(folder)).filter(name -> Files.isRegularFile(folder.resolve(name)))
                .forEach(name -> workspace.write(name, read(folder.resolve(name)), Workspace.Kind.SECRET));
        new WorkspaceState(workspace).restore(folder);
    }

    static Path folder(Path snapshot) {
        return snapshot.resolve(FOLDER);
    }

    static Path journal(Path snapshot) {
        return folder(snapshot).resolve(JOURNAL);
    }

    /** Kubernetes version of each machine; empty if it was not recorded. */
    static Map<String, String> kubernetes(Path snapshot) {
        return new WorkspaceState(Workspace.in(folder(snapshot))).lab().map(AppliedLab::versions).orElse(Map.of());
    }

    /** Files about the cluster, relative to the folder. */
    private static Stream<String> names(Path folder) {
        Path cluster = folder.resolve(CLUSTER);
        try (Stream<Path> all = Files.isDirectory(cluster) ? Files.walk(cluster) : Stream.<Path>empty()) {
            return all.filter(Files::isRegularFile).map(file -> folder.relativize(file).toString()).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

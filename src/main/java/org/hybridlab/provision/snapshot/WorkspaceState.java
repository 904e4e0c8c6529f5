package org.hybridlab.provision.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provision.change.AppliedLab;

/**
 * What a lab's workspace knows of its cluster and machines: it goes with a snapshot, so that both are of one moment.
 * Not what tells the machines of this host apart, which a reset does not change, nor the lab's own key.
 */
final class WorkspaceState {
    private static final String FOLDER = "workspace";
    private static final String JOURNAL = "journal.jsonl";
    private static final String CLUSTER = "kubernetes";
    private static final List<String> FILES = List.of("kubeconfig", "ssh/known_hosts");

    private WorkspaceState() {
    }

    /** @param to the snapshot's folder, in the workspace */
    static void save(Workspace workspace, Path to) {
        String folder = workspace.folder().relativize(to.resolve(FOLDER)) + "/";
        Stream.concat(Stream.concat(FILES.stream(), Stream.of(JOURNAL)), names(workspace.folder()))
                .filter(name -> Files.isRegularFile(workspace.folder().resolve(name)))
                .forEach(name -> workspace.write(folder + name, read(workspace.folder().resolve(name)),
                        Workspace.Kind.SECRET));
    }

    /** All but the journal, which only goes forward. */
    static void restore(Workspace workspace, Path from) {
        Path folder = from.resolve(FOLDER);
        // What was applied since is not in the cluster any more.
        names(workspace.folder()).filter(name -> !Files.exists(folder.resolve(name)))
                .forEach(name -> remove(workspace.folder().resolve(name)));
        Stream.concat(FILES.stream(), names(folder)).filter(name -> Files.isRegularFile(folder.resolve(name)))
                .forEach(name -> workspace.write(name, read(folder.resolve(name)), Workspace.Kind.SECRET));
    }

    /** What the workspace knew then, with its own folders. */
    static Path folder(Path snapshot) {
        return snapshot.resolve(FOLDER);
    }

    /** The journal as it was. */
    static Path journal(Path snapshot) {
        return folder(snapshot).resolve(JOURNAL);
    }

    /** The version of Kubernetes that each machine was of, by its name; empty where it was not noted. */
    static Map<String, String> kubernetes(Path snapshot) {
        return AppliedLab.versions(folder(snapshot));
    }

    /** Of files about the cluster, from the folder on. */
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

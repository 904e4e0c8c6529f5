package org.hybridlab.provision.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.ObjectPath;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import tools.jackson.databind.JsonNode;

/**
 * The objects applied for each app, as API paths in the order of their manifests. One file per app, written before its
 * objects are. Objects on no list are never deleted.
 */
public record AppliedObjects(Workspace workspace) {
    private static final String FOLDER = "kubernetes/apps";
    private static final String MANAGER = "hybridlab";
    private static final String ENDING = ".objects";

    /** The apps that have, or had, objects in the cluster. */
    public Set<String> apps() {
        Path folder = workspace.folder().resolve(FOLDER);
        if (!Files.isDirectory(folder)) {
            return Set.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(ENDING))
                    .map(name -> name.substring(0, name.length() - ENDING.length())).filter(app -> !of(app).isEmpty())
                    .collect(TreeSet::new, Set::add, Set::addAll);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<String> of(String app) {
        Path file = workspace.folder().resolve(name(app));
        try {
            return Files.isRegularFile(file) ? Files.readAllLines(file).stream().filter(line -> !line.isBlank())
                    .toList() : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without Jobs with a time to live, which the cluster deletes when they have finished. */
    public List<String> lasting(String app) {
        List<String> passing = manifests(app).stream().filter(Manifest::isDeletedWhenFinished)
                .map(job -> "/apis/%s/namespaces/%s/jobs/%s".formatted(job.apiVersion(), job.namespace(), job.name()))
                .toList();
        return of(app).stream().filter(path -> passing.stream().noneMatch(job -> ObjectPath.areSame(job, path)))
                .toList();
    }

    /** Wanted pods of workloads by path, where the manifest states them. */
    public Map<String, Integer> replicas(String app) {
        return manifests(app).stream().filter(object -> object.statesReplicas()
                        && Set.of("Deployment", "StatefulSet").contains(object.kind()))
                .collect(Collectors.toMap(object -> "/apis/%s/namespaces/%s/%ss/%s".formatted(object.apiVersion(),
                        object.namespace(), object.kind().toLowerCase(Locale.ROOT), object.name()),
                        object -> object.replicas().getAsInt(), (one, same) -> same));
    }

    private List<Manifest> manifests(String app) {
        Path file = workspace.appManifest(app);
        try {
            return Files.isRegularFile(file) ? Manifest.parse(Files.readString(file)) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (LabException e) {
            // Nothing is known then.
            return List.of();
        }
    }

    /** Called before these are applied; keeps earlier entries. */
    public void add(String app, Collection<String> paths) {
        Set<String> all = new LinkedHashSet<>(of(app));
        if (all.addAll(paths)) {
            keep(app, all);
        }
    }

    /** Replaces the list; an empty list for an app that is gone. */
    public void keep(String app, Collection<String> paths) {
        workspace.write(name(app), paths.isEmpty() ? "" : String.join("\n", paths) + "\n", Workspace.Kind.LASTING);
    }

    /** Whether hybridlab applied the object, by its managed fields; in a cluster of others, for this lab. */
    public boolean isOurs(String path, JsonNode live) {
        JoinedCluster joined = new JoinedCluster(workspace);
        return live.path("metadata").path("managedFields").valueStream().anyMatch(entry -> entry.path("manager")
                .asString("").equals(MANAGER) && entry.path("operation").asString("").equals("Apply"))
                && (!joined.isJoined() || joined.isOurs(path, live));
    }

    private static String name(String app) {
        return "%s/%s%s".formatted(FOLDER, app, ENDING);
    }
}

package org.hybridlab.provision.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.ObjectPath;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import tools.jackson.databind.JsonNode;

/**
 * The objects applied for each app, as API paths in the order of their manifests. {@link WorkspaceState} lists them
 * before they are applied. Objects on no list are never deleted.
 */
public record AppliedObjects(Workspace workspace) {
    private static final String MANAGER = "hybridlab";

    /** The apps that have, or had, objects in the cluster. */
    public Set<String> apps() {
        return new WorkspaceState(workspace).objects().keySet();
    }

    public List<String> of(String app) {
        return new WorkspaceState(workspace).objects().getOrDefault(app, List.of());
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

    /** Whether hybridlab applied the object, by its managed fields; in a cluster of others, for this lab. */
    public boolean isOurs(String path, JsonNode live) {
        JoinedCluster joined = new JoinedCluster(workspace);
        return live.path("metadata").path("managedFields").valueStream().anyMatch(entry -> entry.path("manager")
                .asString("").equals(MANAGER) && entry.path("operation").asString("").equals("Apply"))
                && (!joined.isJoined() || joined.isOurs(path, live));
    }
}

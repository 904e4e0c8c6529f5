package org.hybridlab.provision.reset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.Taint;
import org.hybridlab.cluster.inventory.ClusterObjects;
import org.hybridlab.cluster.inventory.Inventory;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.workspace.StrictJson;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedObjects;
import tools.jackson.core.JacksonException;

/** The cluster's objects after {@code up}, in a private file of the workspace. Of Secrets it has only digests. */
public record ObjectRecord(LabContext labContext) {
    private static final String FILE = "kubernetes/objects.json";
    static final int WIDTH = 8;

    public boolean exists() {
        return Files.isRegularFile(file());
    }

    private Path file() {
        return labContext.workspace().folder().resolve(FILE);
    }

    /** Empty if none is readable. */
    public Optional<Inventory> read() {
        try {
            return exists() ? Optional.ofNullable(StrictJson.MAPPER.readValue(Files.readString(file()),
                    Inventory.class)) : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    /** Empty only if there is none. Throws {@code objects-not-recorded} (exit 2) if it is unreadable: not absent. */
    Optional<Inventory> readable() {
        Optional<Inventory> record = read();
        if (record.isEmpty() && !Files.notExists(file(), LinkOption.NOFOLLOW_LINKS)) {
            throw LabException.invalid("objects-not-recorded",
                    "%s cannot be read, in which `up` recorded the cluster's objects.".formatted(file()),
                    "If you can, make that file readable again. Else undo by kubectl what you made or changed. Then "
                            + "remove that file, and run: hybridlab up " + labContext.word());
        }
        return record;
    }

    /** Whether it is of this cluster, and of the applied lab file, manifests and templates. */
    public boolean isCurrent() {
        return read().filter(record -> record.basis().equals(basis()) && record.cluster().equals(cluster()))
                .isPresent();
    }

    /** Whether it is of this cluster, but of an earlier lab. */
    public boolean isOutdated() {
        return read().filter(record -> record.cluster().equals(cluster()) && !record.basis().equals(basis()))
                .isPresent();
    }

    /** The uid of the cluster that answers. */
    String cluster() {
        return labContext.cluster().api().get("/api/v1/namespaces/kube-system").path("metadata").path("uid")
                .asString("");
    }

    /** Changes with everything that steps may apply. */
    private String basis() {
        AppliedObjects objects = new AppliedObjects(labContext.workspace());
        return Fingerprint.of(LabRecord.of(labContext), labContext.lab().untaint(), labContext.files().podNetwork(),
                labContext.files().addons(), objects.apps().stream().map(app -> app + objects.of(app))
                        .toList());
    }

    /**
     * Lists objects, and merges what {@code up} changed: what others created since then is no part of the lab.
     *
     * @throws LabException {@code objects-not-recorded} (exit 2), if the earlier one is unreadable
     */
    public void update(Cancellation cancellation) {
        Optional<Inventory> earlier = readable();
        ApiServer api = labContext.cluster().api();
        try (Parallel parallel = new Parallel(WIDTH, cancellation)) {
            String version = api.get("/version").path("gitVersion").asString("");
            // Another version has other APIs.
            ClusterObjects now = earlier.filter(before -> before.kubernetes().equals(version))
                    .map(before -> ClusterObjects.read(api, parallel, before))
                    .orElseGet(() -> ClusterObjects.read(api, parallel));
            if (now.cluster().isEmpty()) {
                throw LabException.labFailed("api-busy", "The API server could not list its namespaces.",
                        "Run the same command again.");
            }
            Inventory kept = earlier.map(before -> before.after(now, version)).orElseGet(
                    () -> Inventory.of(now, version));
            // Set by kubeadm or `up`, without a note of the owner.
            kept = labContext.lab().untaint() ? kept.withoutTaint(Taint.CONTROL_PLANE)
                    : kept.withTaintOf(now, Taint.CONTROL_PLANE, labContext.lab().machines(Role.CONTROL_PLANE).stream()
                            .map(Machine::name).collect(Collectors.toSet()));
            // With kinds that are unlisted for the first time, the next run records again.
            labContext.workspace().write(FILE, StrictJson.MAPPER.writeValueAsString(kept.withBasis(
                            kept.unknown().containsAll(now.unknown()) ? basis() : "")),
                    Workspace.Kind.SECRET);
        }
    }
}

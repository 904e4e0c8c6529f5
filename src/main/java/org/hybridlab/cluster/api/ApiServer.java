package org.hybridlab.cluster.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import tools.jackson.databind.JsonNode;

/**
 * A cluster's API server. {@link HttpApiServer} is the real one; tests answer with recorded JSON.
 *
 * <p>Paths are those of the Kubernetes API, such as {@code /api/v1/nodes}. Every method throws {@link
 * org.hybridlab.common.error.LabException}: {@code api-unreachable} if nothing answers, {@code api-refused} with the
 * server's own words, {@code api-conflict} if somebody else was faster, or {@code api-busy} if the server cannot answer
 * now.
 */
public interface ApiServer {
    Duration READY = Duration.ofSeconds(10);

    JsonNode get(String path);

    Optional<JsonNode> find(String path);

    JsonNode create(String path, String json);

    /**
     * POST of a new object, as one YAML document. Repeated if no answer came.
     *
     * @param manager of the new object's fields
     * @return empty if an object of that name exists
     * @throws org.hybridlab.common.error.LabException {@code object-refused} if the server refuses the manifest
     */
    default Optional<JsonNode> create(String collection, String manager, String yaml) {
        throw new UnsupportedOperationException(collection);
    }

    JsonNode merge(String path, String json);

    /**
     * PUT of a whole object. If the object names a resourceVersion, the stored one must have the same.
     *
     * @throws org.hybridlab.common.error.LabException {@code object-refused} if a field of it cannot be changed
     */
    default JsonNode replace(String path, String json) {
        throw new UnsupportedOperationException(path);
    }

    /**
     * Server-side apply of one YAML document. Takes over fields that others own.
     *
     * @throws org.hybridlab.common.error.LabException {@code object-refused} if the server refuses the manifest
     */
    JsonNode apply(String path, String yaml);

    /**
     * What {@link #apply} would make of the object, with defaults and fields of others. Stores nothing.
     *
     * @throws org.hybridlab.common.error.LabException {@code object-refused} if the server refuses the manifest
     */
    JsonNode dryRun(String path, String yaml);

    /**
     * The same request as {@link #apply} or {@link #dryRun}, for all that the server says against the object.
     *
     * @return the object, or the {@code Status} of a refusal
     */
    default JsonNode judge(String path, String yaml, boolean stored) {
        throw new UnsupportedOperationException(path);
    }

    /** DELETE. An object that is gone already is no error. Returns before the object is gone. */
    void delete(String path);

    /** DELETE of the object and all that it owns. By default the API server leaves the pods of a Job behind. */
    default void deleteWithOwned(String path) {
        delete(path + "?propagationPolicy=Background");
    }

    /**
     * The same if the object still has this UID.
     *
     * @throws org.hybridlab.common.error.LabException {@code api-conflict} if another object has the name now
     */
    default void deleteWithOwned(String path, String uid) {
        delete(path + "?propagationPolicy=Background&uid=" + uid);
    }

    /** True if {@code /readyz} says so within {@link #READY}. False if nothing answers. */
    boolean isReady();

    /**
     * Whether a restarted API server serves the cluster and lets its user in. {@link #isReady} comes a second later,
     * when it has restored its own roles and priority classes.
     */
    default boolean servesAgain() {
        return isReady();
    }

    /** The cluster's clock, to the second. This host's clock may differ. */
    Instant now();

    /** The last lines of a container's latest run. Empty if it has not run, or the kubelet does not answer. */
    default List<String> lastWords(String namespace, String pod, String container) {
        return List.of();
    }

    /**
     * GET of a pod's page through the API server, as JSON, once.
     *
     * @param path for example {@code /shell?shellCommand=true}
     * @return empty if no page came in time, for any reason: the API server may not reach pods
     */
    default Optional<JsonNode> throughPod(String namespace, String pod, int port, String path, Duration within) {
        return Optional.empty();
    }

    /** Runs a command, without a shell, in a pod's only container. */
    default ExecResult exec(String namespace, String pod, Duration within, List<String> command) {
        return exec(namespace, pod, Optional.empty(), within, command);
    }

    /** @param container empty: the pod's only one */
    ExecResult exec(String namespace, String pod, Optional<String> container, Duration within, List<String> command);
}

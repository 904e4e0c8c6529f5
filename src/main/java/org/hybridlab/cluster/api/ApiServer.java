package org.hybridlab.cluster.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import tools.jackson.databind.JsonNode;

/**
 * A cluster's API server. {@link HttpApiServer} is the real one; tests answer with recorded JSON.
 *
 * <p>Paths are those of the Kubernetes API, for example {@code /api/v1/nodes}. Every method throws
 * {@link org.hybridlab.common.error.LabException} {@code api-unreachable} if nothing answers, and with the server's own
 * words {@code api-refused} if it says no, {@code api-conflict} if somebody else was faster, {@code api-busy} if it
 * cannot just now.
 */
public interface ApiServer {
    /** How long an answer about its readiness may take. */
    Duration READY = Duration.ofSeconds(10);

    /** GET of one object or a list. */
    JsonNode get(String path);

    /** GET; empty if there is no such object. */
    Optional<JsonNode> find(String path);

    /** POST of a new object, as JSON. */
    JsonNode create(String path, String json);

    /**
     * POST of a new object, as one YAML document. It is sent again where no answer came.
     *
     * @param collection where objects of its kind are made
     * @param manager of the new object's fields
     * @return empty if there is an object of that name
     * @throws org.hybridlab.common.error.LabException {@code object-refused} if the server would not take the manifest
     */
    default Optional<JsonNode> create(String collection, String manager, String yaml) {
        throw new UnsupportedOperationException(collection);
    }

    /** JSON merge patch of an object that exists. */
    JsonNode merge(String path, String json);

    /**
     * PUT of a whole object in place of the one that there is, which must have the resourceVersion that it names, if it
     * names one.
     *
     * @throws org.hybridlab.common.error.LabException {@code object-refused} if a field of it cannot be changed
     */
    default JsonNode replace(String path, String json) {
        throw new UnsupportedOperationException(path);
    }

    /**
     * Server-side apply of one YAML document; what others own and it names becomes ours.
     *
     * @throws org.hybridlab.common.error.LabException {@code object-refused} if the server would not take the manifest
     */
    JsonNode apply(String path, String yaml);

    /**
     * What {@link #apply} would make of the object; nothing is stored. Defaults are in it, and what others own.
     *
     * @throws org.hybridlab.common.error.LabException {@code object-refused} if the server would not take the manifest
     */
    JsonNode dryRun(String path, String yaml);

    /** DELETE; no failure if it is gone already. Returns before the object is. */
    void delete(String path);

    /** The same with all that the object owns. Without that, the API server leaves the pods of a Job behind. */
    default void deleteWithOwned(String path) {
        delete(path + "?propagationPolicy=Background");
    }

    /**
     * The same of that very object.
     *
     * @throws org.hybridlab.common.error.LabException {@code api-conflict} if another one has the name by now
     */
    default void deleteWithOwned(String path, String uid) {
        delete(path + "?propagationPolicy=Background&uid=" + uid);
    }

    /** True if {@code /readyz} says so within {@link #READY}. Never throws for a server that does not answer. */
    boolean isReady();

    /**
     * The same of an API server that starts again: it serves what the cluster had before, and lets its user in.
     * {@link #isReady} takes a second longer, in which it restores roles and priority classes of its own that somebody
     * deleted.
     */
    default boolean servesAgain() {
        return isReady();
    }

    /**
     * What the server's own clock shows, to the second: the moments in objects are of the cluster's clocks, and this
     * host's may show another time.
     */
    Instant now();

    /** The last lines of a container's latest run; none if it has not run, or the kubelet does not answer. */
    default List<String> lastWords(String namespace, String pod, String container) {
        return List.of();
    }

    /**
     * GET of a page that a pod serves, through the API server, as JSON; asked once.
     *
     * @param path for example {@code /shell?shellCommand=true}
     * @return empty if no such page came within that time, whatever the reason: the API server may have no way to pods
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

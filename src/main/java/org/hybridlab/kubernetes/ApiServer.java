package org.hybridlab.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import tools.jackson.databind.JsonNode;

/**
 * A cluster's API server. {@link HttpApiServer} is the real one; tests answer with recorded JSON.
 *
 * <p>Paths are those of the Kubernetes API, for example {@code /api/v1/nodes}. Every method throws
 * {@link org.hybridlab.failure.LabException} {@code api-unreachable} if nothing answers, and {@code api-refused} with
 * the server's own words if it says no.
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

    /** JSON merge patch of an object that exists. */
    JsonNode merge(String path, String json);

    /** Server-side apply of one YAML document; what others own and it names becomes ours. */
    JsonNode apply(String path, String yaml);

    /** DELETE; no failure if it is gone already. Returns before the object is. */
    void delete(String path);

    /** True if {@code /readyz} says so within {@link #READY}. Never throws for a server that does not answer. */
    boolean isReady();

    /** Runs a command, without a shell, in a pod's only container. */
    ExecResult exec(String namespace, String pod, Duration within, List<String> command);
}

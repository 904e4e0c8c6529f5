package org.hybridlab.provision.kubernetes;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bootstrap token for one join, created in memory, stored by the API, and revoked on close. Kubernetes' form: six
 * characters of public id, a dot, sixteen of secret.
 */
public final class JoinToken implements AutoCloseable {
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final String SECRETS = "/api/v1/namespaces/kube-system/secrets";
    private static final String REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    /** Ends by itself if hybridlab is killed. */
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final Duration REVOKING = Duration.ofSeconds(10);

    private final ApiServer api;
    private final Consumer<String> lines;
    private final String id;
    private final String secret;

    private JoinToken(ApiServer api, Consumer<String> lines, SecureRandom random) {
        this.api = api;
        this.lines = lines;
        this.id = characters(random, 6);
        this.secret = characters(random, 16);
    }

    /** Creates the token's Secret. */
    public static JoinToken mint(ApiServer api, Consumer<String> lines) {
        JoinToken token = new JoinToken(api, lines, new SecureRandom());
        api.create(SECRETS, JsonMapper.shared().writeValueAsString(Map.of(
                "apiVersion", "v1", "kind", "Secret", "type", "bootstrap.kubernetes.io/token",
                "metadata", Map.of("name", token.name()),
                "stringData", Map.of(
                        "token-id", token.id,
                        "token-secret", token.secret,
                        // By the cluster's clock, as this host's may be slow.
                        "expiration", api.now().plus(LIFE).toString(),
                        "usage-bootstrap-authentication", "true",
                        "auth-extra-groups", "system:bootstrappers:kubeadm:default-node-token",
                        "description", "One join of hybridlab's"))));
        return token;
    }

    /** Never log it. */
    public String value() {
        return id + "." + secret;
    }

    /**
     * Deletes certificate requests that were signed for this token. The cluster forgets them within the hour, but one
     * of others must be clean at once.
     */
    public void forgetRequests() {
        for (JsonNode request : api.get(REQUESTS).path("items")) {
            if (request.path("spec").path("username").asString("").equals("system:bootstrap:" + id)) {
                api.delete(REQUESTS + "/" + request.path("metadata").path("name").asString());
            }
        }
    }

    /** Even after Ctrl-C. Never fails, since a successful join must not fail for a busy API server. */
    @Override
    public void close() {
        try {
            Cancellation.ofCleanup(REVOKING).during(() -> {
                api.delete(SECRETS + "/" + name());
                return null;
            });
        } catch (LabException e) {
            lines.accept("The join token could not be revoked, and ends by itself within %d min: %s"
                    .formatted(LIFE.toMinutes(), e.what()));
        }
    }

    private String name() {
        return "bootstrap-token-" + id;
    }

    private static String characters(SecureRandom random, int count) {
        return random.ints(count, 0, ALPHABET.length()).mapToObj(index -> ALPHABET.substring(index, index + 1))
                .collect(Collectors.joining());
    }
}

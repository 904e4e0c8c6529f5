package org.hybridlab.real;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import org.hybridlab.failure.LabException;
import org.hybridlab.kubernetes.Cluster;
import tools.jackson.databind.JsonNode;

/** Catches the bootstrap tokens of a cluster while it comes up, in the API as an administrator can. */
final class TokenWatch implements AutoCloseable {
    private static final long PAUSE_MILLIS = 100;
    private static final String TOKENS =
            "/api/v1/namespaces/kube-system/secrets?fieldSelector=type%3Dbootstrap.kubernetes.io%2Ftoken";

    private final Path kubeconfig;
    private final Map<String, String> secretById = new ConcurrentHashMap<>();
    private final Thread watcher = new Thread(this::watch, "token watch");
    private volatile boolean over;
    private volatile int looks;
    private volatile LabException lastFailure;

    private TokenWatch(Path kubeconfig) {
        this.kubeconfig = kubeconfig;
        watcher.setDaemon(true);
        watcher.start();
    }

    /** @param kubeconfig which need not be there yet */
    static TokenWatch start(Path kubeconfig) {
        return new TokenWatch(kubeconfig);
    }

    private void watch() {
        while (!over) {
            look();
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void look() {
        if (!Files.isRegularFile(kubeconfig)) {
            return;
        }
        try {
            secretById.putAll(tokens(Cluster.at(kubeconfig)));
            looks++;
        } catch (LabException e) {
            // The API server does not answer yet; the test asks whether it ever did.
            lastFailure = e;
        }
    }

    /** The tokens that a cluster has now: secret part by public id. */
    static Map<String, String> tokens(Cluster cluster) {
        Map<String, String> found = new TreeMap<>();
        for (JsonNode secret : cluster.api().get(TOKENS).path("items")) {
            found.put(text(secret, "token-id"), text(secret, "token-secret"));
        }
        return found;
    }

    private static String text(JsonNode secret, String key) {
        return new String(Base64.getDecoder().decode(secret.path("data").path(key).asString()),
                StandardCharsets.UTF_8);
    }

    /** All that were seen: secret part by public id. */
    Map<String, String> seen() {
        return Map.copyOf(secretById);
    }

    /** For the message of a test: how often the API server answered, and how it last did not. */
    @Override
    public String toString() {
        return looks + " looks at the tokens, last failure: " + lastFailure;
    }

    @Override
    public void close() {
        over = true;
        try {
            watcher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

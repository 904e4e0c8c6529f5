package org.hybridlab.config.rules.core;

import java.util.Map;

/**
 * A Kubernetes object of a manifest.
 *
 * @param file below the lab's folder, with slashes
 * @param repeated keys that their mapping has twice, by key
 * @param documents JSON and YAML values of a ConfigMap by key, with their lines in the manifest
 */
public record ManifestObject(String file, ManifestNode body, Map<String, ManifestNode> repeated,
                             Map<String, ManifestNode> documents) {
    public ManifestObject {
        repeated = Map.copyOf(repeated);
        documents = Map.copyOf(documents);
    }

    public String kind() {
        return body.text("kind").orElse("");
    }

    public String apiVersion() {
        return body.text("apiVersion").orElse("");
    }

    public String namespace() {
        return body.text("metadata", "namespace").filter(name -> !name.isEmpty()).orElse("default");
    }

    public String name() {
        return body.text("metadata", "name").orElse("");
    }

    /** For people, for example {@code Deployment web}. */
    public String title() {
        return (kind() + " " + name()).strip();
    }
}

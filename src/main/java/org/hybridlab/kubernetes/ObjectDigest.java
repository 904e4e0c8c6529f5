package org.hybridlab.kubernetes;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * SHA-256 of a manifest and of the object that the API server made of it: its uid and generation among it, without what
 * controllers write into every object of its kind.
 */
final class ObjectDigest {
    private static final List<String> OF_CONTROLLERS = List.of("managedFields", "resourceVersion");
    /** The Deployment controller's, a moment after the Deployment was made. */
    private static final String REVISION = "deployment.kubernetes.io/revision";

    private ObjectDigest() {
    }

    /** @param object as the API server has it; stays as it is. */
    static String of(Manifest manifest, JsonNode object) {
        JsonNode kept = object.deepCopy();
        if (kept instanceof ObjectNode fields) {
            fields.remove("status");
            if (fields.path("metadata") instanceof ObjectNode metadata) {
                metadata.remove(OF_CONTROLLERS);
                withoutRevision(metadata);
            }
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : List.of(manifest.yaml(), kept.toString())) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static void withoutRevision(ObjectNode metadata) {
        if (metadata.path("annotations") instanceof ObjectNode annotations) {
            annotations.remove(REVISION);
            if (annotations.isEmpty()) {
                metadata.remove("annotations");
            }
        }
    }
}

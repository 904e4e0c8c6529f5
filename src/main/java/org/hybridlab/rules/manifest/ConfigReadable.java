package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** Programs on Windows stop at such a file, or pass over it. */
final class ConfigReadable extends ManifestRule {
    ConfigReadable() {
        super("config-broken", "What a ConfigMap holds as a .json, .conflist or .yaml file can be read as one.",
                Severity.ERROR);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        return object.kind().equals("ConfigMap") ? object.documents().entrySet().stream()
                .filter(document -> !document.getValue().isPresent() && structured(document.getKey()))
                .map(document -> new Flaw(object.body().at("data", document.getKey()),
                        document.getKey() + " cannot be read", "Look for a missing bracket, comma or quote."))
                : Stream.of();
    }

    /** A .conf may be anything. */
    private static boolean structured(String key) {
        return !key.endsWith(".conf");
    }
}

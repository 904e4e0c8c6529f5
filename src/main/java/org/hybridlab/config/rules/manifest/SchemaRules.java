package org.hybridlab.config.rules.manifest;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import org.hybridlab.config.openapi.KubernetesApi;
import org.hybridlab.config.openapi.SchemaWalk;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Objects by the schemas of the lab's Kubernetes, and of definitions that its apps bring. */
public final class SchemaRules {
    /** A cluster of others has a version of its own. */
    public static final Rule OBJECT_SCHEMA = ManifestRule.across("object-schema",
            "Every object has the fields, types and values that the lab's Kubernetes takes.",
            Severity.ERROR, facts -> Optional.of(facts).filter(one -> !one.lab().joinsExisting())
                .flatMap(one -> KubernetesApi.of(one.lab().kubernetes())).map(api -> by(api, facts))
                .orElse(object -> Stream.of()));

    private SchemaRules() {
    }

    private static Function<ManifestObject, Stream<Flaw>> by(KubernetesApi api, LabFacts facts) {
        Map<String, JsonNode> own = new HashMap<>();
        facts.objects().filter(one -> one.kind().equals("CustomResourceDefinition"))
                .forEach(definition -> define(definition.body().at("spec"), api, own));
        return object -> api.schema(object.apiVersion(), object.kind())
                .or(() -> Optional.ofNullable(own.get(object.apiVersion() + " " + object.kind()))).stream()
                .flatMap(schema -> new SchemaWalk(api::resolve, false).flaws(object.body(), schema).stream())
                .map(flaw -> new Flaw(flaw.at(), flaw.message(), flaw.advice()));
    }

    private static void define(ManifestNode spec, KubernetesApi api, Map<String, JsonNode> own) {
        for (ManifestNode version : spec.at("versions").items()) {
            if (version.at("schema", "openAPIV3Schema").json() instanceof ObjectNode schema) {
                ObjectNode properties = schema.withObjectProperty("properties");
                Stream.of("apiVersion", "kind").forEach(name -> properties.set(name,
                        JsonMapper.shared().createObjectNode().put("type", "string")));
                properties.set("metadata", api.metadata());
                own.put("%s/%s %s".formatted(spec.text("group").orElse(""), version.text("name").orElse(""),
                        spec.text("names", "kind").orElse("")), schema);
            }
        }
    }
}

package org.hybridlab.cli.support;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON Schema of a document. Keys, types and constants come from its record. The schema file keeps what a record
 * does not tell: descriptions, the values of a text, and which keys of other types than {@code Optional} may be null.
 */
final class DocumentSchema {
    private static final JsonMapper JSON = JsonMapper.shared();
    /** Records that become one text. */
    private static final Set<String> TEXTS = Set.of("Cidr", "Ipv4", "KubernetesVersion");
    private static final Set<Class<?>> INTEGERS = Set.of(int.class, long.class, Integer.class, OptionalInt.class,
            OptionalLong.class);

    private DocumentSchema() {
    }

    /** @param file the schema in the schema file, if there is one */
    static String text(DocumentKind<?> kind, JsonNode file) {
        ObjectNode schema = JSON.createObjectNode().put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("title", file.path("title").asString("")).put("description", description(file))
                .put("type", "object");
        schema.set("required", JSON.valueToTree(List.of("schemaVersion", "kind", "data")));
        ObjectNode properties = schema.putObject("properties");
        properties.putObject("schemaVersion").put("const", DocumentKind.SCHEMA_VERSION);
        properties.putObject("kind").put("const", kind.id());
        properties.set("data", key(kind.data(), file.at("/properties/data")));
        properties.putObject("error").put("$ref", "error.schema.json#/$defs/error");
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        return JSON.writer().with(new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter)
                .withSeparators(Separators.createDefaultInstance()
                        .withObjectNameValueSpacing(Separators.Spacing.AFTER)))
                .writeValueAsString(schema) + "\n";
    }

    private static ObjectNode key(Type type, JsonNode file) {
        return JSON.createObjectNode().put("description", description(file)).setAll(value(type, file));
    }

    private static String description(JsonNode file) {
        return file.path("description").asString("");
    }

    private static ObjectNode value(Type type, JsonNode file) {
        boolean nullable = file.path("type").isArray();
        if (type instanceof ParameterizedType generic) {
            Class<?> raw = (Class<?>) generic.getRawType();
            Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            if (raw == Optional.class) {
                return orNull(value(last, file));
            }
            return Collection.class.isAssignableFrom(raw)
                    ? typed("array", nullable).set("items", value(last, file.path("items")))
                    : typed("object", nullable).set("additionalProperties",
                            value(last, file.path("additionalProperties")));
        }
        Class<?> one = (Class<?>) type;
        if (one.isRecord() && !TEXTS.contains(one.getSimpleName())) {
            ObjectNode schema = typed("object", nullable);
            schema.set("required", JSON.valueToTree(Stream.of(one.getRecordComponents()).map(RecordComponent::getName)
                    .toList()));
            ObjectNode properties = schema.putObject("properties");
            for (RecordComponent component : one.getRecordComponents()) {
                properties.set(component.getName(), key(component.getGenericType(),
                        file.path("properties").path(component.getName())));
            }
            return schema;
        }
        if (one.isEnum()) {
            StringWriter constants = new StringWriter();
            new JsonOutput(new PrintWriter(constants)).print(one.getEnumConstants());
            return JSON.createObjectNode().set("enum", JSON.readTree(constants.toString()));
        }
        return file.has("enum") ? JSON.createObjectNode().set("enum", file.get("enum"))
                : typed(INTEGERS.contains(one) ? "integer"
                : one == double.class || one == OptionalDouble.class ? "number"
                : one == boolean.class || one == Boolean.class ? "boolean" : "string", nullable);
    }

    private static ObjectNode orNull(ObjectNode schema) {
        if (schema.has("enum")) {
            schema.withArray("enum").addNull();
        } else if (!schema.get("type").isArray()) {
            schema.set("type", JSON.valueToTree(List.of(schema.get("type"), "null")));
        }
        return schema;
    }

    private static ObjectNode typed(String type, boolean nullable) {
        return JSON.createObjectNode().set("type", JSON.valueToTree(nullable ? List.of(type, "null") : type));
    }
}

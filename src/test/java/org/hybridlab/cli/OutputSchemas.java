package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The published schemas of what commands print. Here they take no key that they do not name: a program that reads the
 * documents may meet new keys, and a test may not.
 */
public final class OutputSchemas {
    public static final Path FOLDER = Path.of("data/schema");
    private static final String BASE = "https://hybridlab.invalid/";
    private static final Map<String, JsonNode> STRICT = new TreeMap<>();
    private static final SchemaRegistry REGISTRY;

    static {
        try (Stream<Path> files = Files.list(FOLDER)) {
            files.forEach(file -> STRICT.put(BASE + file.getFileName(), strict(read(file))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        REGISTRY = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(
                place -> STRICT.containsKey(place) ? STRICT.get(place).toString() : null));
    }

    private OutputSchemas() {
    }

    /** What standard output held, which must be one document as its schema has it. */
    public static JsonNode document(String text) {
        JsonNode document = JsonMapper.shared().readTree(text);
        check(document.path("kind").asString("no kind"), document);
        return document;
    }

    /** A line of {@code up --events}. */
    public static JsonNode event(String line) {
        JsonNode event = JsonMapper.shared().readTree(line);
        check("up-event", event);
        return event;
    }

    public static JsonNode schema(String kind) {
        return read(FOLDER.resolve(kind + ".schema.json"));
    }

    private static void check(String kind, JsonNode document) {
        assertThat(FOLDER.resolve(kind + ".schema.json")).as(document.toPrettyString()).exists();
        Schema schema = REGISTRY.getSchema(com.networknt.schema.SchemaLocation.of(BASE + kind + ".schema.json"));
        assertThat(schema.validate(document)).as(document.toPrettyString()).isEmpty();
    }

    private static JsonNode read(Path file) {
        return unchecked(() -> JsonMapper.shared().readTree(Files.readString(file)));
    }

    private static JsonNode strict(JsonNode schema) {
        if (schema instanceof ObjectNode object && object.path("properties").isObject()
                && !object.has("additionalProperties") && !object.has("oneOf")) {
            object.put("additionalProperties", false);
        }
        schema.forEach(OutputSchemas::strict);
        return schema;
    }
}

package org.hybridlab.config.file.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A key of a mapping.
 *
 * @param description Markdown; says what absence means if {@code absent} cannot
 * @param absent default value as in JSON Schema; null if none, or not one value
 */
public record Field(String name, Shape shape, boolean required, String title, String description, Object absent,
             List<Object> examples) {
    public Field {
        examples = List.copyOf(examples);
    }

    public static Field optional(String name, Shape shape, String title, String description) {
        return new Field(name, shape, false, title, description, null, List.of());
    }

    public static Field required(String name, Shape shape, String title, String description) {
        return new Field(name, shape, true, title, description, null, List.of());
    }

    public Field absent(Object value) {
        return new Field(name, shape, required, title, description, value, examples);
    }

    public Field examples(Object... values) {
        return new Field(name, shape, required, title, description, absent, List.of(values));
    }

    Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("title", title);
        schema.put("description", shape.hint().isEmpty() ? description : description + " " + shape.hint());
        schema.putAll(shape.schema());
        if (absent != null) {
            schema.put("default", absent);
        }
        if (!examples.isEmpty()) {
            schema.put("examples", examples);
        }
        return schema;
    }
}

package org.hybridlab.config.file;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.config.file.reader.LabSchema;
import tools.jackson.databind.JsonNode;

/** Writes docs/reference/lab-file.md from the published schema: one table of keys for each mapping. */
final class ReferencePage {
    static final String EXAMPLE = """
            %s
            name: my-lab
            kubernetes: 1.36

            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: node, count: 2}

            apps:
              - {name: numbers, nodePort: 30001}

            checks:
              - name: the numbers page answers on every machine
                http: {port: 30001}
                within: 2m
            """.formatted(LabSchema.EDITOR_HEADER);

    private static final String INTRODUCTION = """
            # Lab file

            A lab is one file, `labs/<lab>/lab.yaml`. This is a complete one:

            ```yaml
            %s```

            `apps/numbers.yaml` beside it holds the app's manifests. `hybridlab init` writes a commented file for you \
            to start
            with. The first line tells your editor where the schema is: it then completes keys and shows mistakes \
            while you
            write. `hybridlab validate LAB` finds these mistakes and more. [Rules](rules.md) explains each problem's id.

            hybridlab takes values as you write them: `kubernetes: 1.30` is branch 1.30. `true` and `false` are the only
            booleans. Put text that looks like a number in quotes. Do not use anchors, aliases and tags.

            This page is generated from `labs/lab.schema.json` and from the tables of network modes and Windows \
            builds.
            """;

    private final StringBuilder page = new StringBuilder();

    private ReferencePage() {
    }

    static String of(JsonNode schema) {
        ReferencePage reference = new ReferencePage();
        reference.page.append(INTRODUCTION.formatted(EXAMPLE));
        reference.mapping("Top level", schema);
        return reference.page.append(ModesPage.text()).toString();
    }

    private void mapping(String heading, JsonNode mapping) {
        List<Inner> inner = new ArrayList<>();
        page.append("\n## ").append(heading).append("\n\n| key | value | default | meaning |\n|---|---|---|---|\n");
        for (var property : mapping.get("properties").properties()) {
            JsonNode value = property.getValue();
            boolean required = mapping.path("required").valueStream()
                    .anyMatch(name -> name.asString().equals(property.getKey()));
            page.append("| `%s` | %s | %s | %s |\n".formatted(property.getKey(), value(value),
                    required ? "required" : code(value.get("default")), meaning(value)));
            inner(heading.equals("Top level") ? property.getKey() : heading + "." + property.getKey(), value, inner);
        }
        inner.forEach(one -> mapping(one.heading(), one.mapping()));
    }

    private record Inner(String heading, JsonNode mapping) {
    }

    private static void inner(String heading, JsonNode value, List<Inner> found) {
        if (value.has("properties")) {
            found.add(new Inner(heading, value));
        }
        if (value.has("items")) {
            inner(heading + "[]", value.get("items"), found);
        }
    }

    private static String value(JsonNode value) {
        if (value.has("enum")) {
            return String.join(", ", value.get("enum").valueStream().map(ReferencePage::code).distinct()
                    .toList());
        }
        return value.path("type").isArray() ? String.join(" or ", value.get("type").valueStream().map(type ->
                value(type.asString(), value)).toList()) : value(value.path("type").asString(), value);
    }

    private static String value(String type, JsonNode value) {
        return switch (type) {
            case "array" -> "list of " + value(value.get("items"));
            case "object" -> value.has("properties") ? "mapping" : "mapping of names to %ss".formatted(
                    value.at("/additionalProperties/type").asString().equals("integer") ? "number" : "text");
            case "integer" -> "%s to %s".formatted(value.get("minimum"), value.get("maximum"));
            case "boolean" -> "`true`, `false`";
            case "number" -> "number";
            default -> "text";
        };
    }

    private static String meaning(JsonNode value) {
        String examples = String.join(", ", value.path("examples").valueStream()
                .filter(example -> !example.isContainer()).map(ReferencePage::code).toList());
        return (value.path("description").asString() + (examples.isEmpty() ? "" : " Example: " + examples + "."))
                .replace("|", "\\|");
    }

    private static String code(JsonNode value) {
        return value == null ? "" : "`" + (value.isString() ? value.asString() : value.toString()) + "`";
    }
}

package org.hybridlab.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cli.OutputSchemas;
import org.hybridlab.common.error.ExitCode;
import tools.jackson.databind.JsonNode;

/** Writes docs/reference/json-output.md: every document that commands print for programs, from its schema. */
public final class JsonOutputPage {
    private static final String INTRODUCTION = """
            # JSON output

            With `--output json`, or `HYBRIDLAB_OUTPUT=json`, standard output holds one JSON document and nothing \
            else. Progress,
            questions and failures for people stay on standard error.

            ```sh
            hybridlab version --output json
            ```
            ```json
            {
              "schemaVersion" : 1,
              "kind" : "version",
              "data" : {
                "version" : "0.1.0",
                "java" : "17.0.15"
              }
            }
            ```

            | key | what it is |
            |---|---|
            | `schemaVersion` | %d. It rises when a key goes away or means something else. New keys do not raise it. |
            | `kind` | What `data` holds: one of the sections below. |
            | `data` | The answer. All its keys are always there; `null` means unknown or not asked for. |
            | `error` | What failed, if something did. A document has `data`, `error` or both. |

            Each kind has a JSON Schema in `data/schema`. These commands print what they always print, and a \
            document only when
            they fail: `completion`, `cp`, `graph`, `help`, `kubectl`, `schema`, `ssh`. After its start, what \
            `kubectl` and `ssh`
            run has the output to itself.

            This page is generated from the schemas.

            ## Failures

            A call that fails with nothing else to say prints a document of the kind `error`:
            ```sh
            hybridlab up nowhere --output json
            ```
            ```json
            {
              "schemaVersion" : 1,
              "kind" : "error",
              "error" : {
                "id" : "lab-not-found",
                "message" : "There is no lab 'nowhere'.",
                "reason" : null,
                "advice" : "Its lab file would be labs/nowhere/lab.yaml.",
                "place" : null,
                "exitCode" : 2,
                "others" : [ ]
              }
            }
            ```

            | key | what it is |
            |---|---|
            %s
            [Failures](failures.md) lists the ids. Messages may change their words; `id` and `exitCode` are what a \
            program should
            branch on.

            ## Exit codes

            | code | what it means |
            |---|---|
            %s
            `hybridlab help exit-codes` prints the same table. [Exit codes](exit-codes.md) tells you what to do about
            each.

            ## Events of up

            `hybridlab up LAB --events` prints one JSON object a line instead of a document, while it goes on. Its \
            last line is
            `checks-finished`, `run-finished` or `failed`. The schema of a line is `data/schema/up-event.schema.json`.

            | event | when | keys besides `at` and `event` |
            |---|---|---|
            %s""";

    private static final Pattern DESCRIPTION =
            Pattern.compile("What `(hybridlab .*) --output json(.*)` prints\\.(?: (.*))?");

    private final StringBuilder page = new StringBuilder();

    private JsonOutputPage() {
    }

    public static String text() {
        JsonOutputPage created = new JsonOutputPage();
        created.page.append(INTRODUCTION.formatted(DocumentKind.SCHEMA_VERSION,
                rows("", OutputSchemas.schema("error").at("/$defs/error")),
                Stream.of(ExitCode.values()).map(code -> "| %d | %s |\n".formatted(code.number(), code.meaning()))
                        .collect(Collectors.joining()), events()));
        DocumentKindTest.kinds().stream().filter(kind -> kind != DocumentKind.ERROR).map(DocumentKind::id)
                .forEach(created::document);
        return created.page.toString();
    }

    private static String events() {
        return OutputSchemas.schema("up-event").get("oneOf").valueStream().map(event ->
                "| `%s` | %s | %s |\n".formatted(
                event.get("title").asString(), event.get("description").asString(),
                event.get("properties").propertyNames().stream().filter(key ->
                        !key.equals("at") && !key.equals("event"))
                        .map("`%s`"::formatted).collect(Collectors.joining(", ")))).collect(Collectors.joining());
    }

    private void document(String kind) {
        JsonNode schema = OutputSchemas.schema(kind);
        Matcher description = DESCRIPTION.matcher(schema.get("description").asString());
        assertThat(description.matches()).as(kind + ": " + DESCRIPTION).isTrue();
        page.append("\n## %s\n\n`%s%s`: %s\n".formatted(kind, description.group(1), description.group(2),
                Objects.toString(description.group(3), "").replaceFirst("(.)$", "$1 ")
                + schema.at("/properties/data/description").asString()));
        page.append("\n| key | type | what it is |\n|---|---|---|\n")
                .append(typedRows("", schema.at("/properties/data")));
    }

    private static String rows(String place, JsonNode object) {
        return object.get("properties").properties().stream().map(one -> "| `%s` | %s |\n".formatted(
                place + one.getKey(), one.getValue().path("description").asString(""))).collect(Collectors.joining());
    }

    /** Objects in objects and lists have their keys below them. */
    private static String typedRows(String place, JsonNode object) {
        StringBuilder rows = new StringBuilder();
        object.get("properties").properties().forEach(one -> {
            JsonNode value = one.getValue();
            String name = place + one.getKey();
            rows.append("| `%s` | %s | %s |\n".formatted(name, type(value), value.get("description").asString()));
            if (value.has("properties")) {
                rows.append(typedRows(name + ".", value));
            } else if (value.path("items").has("properties")) {
                rows.append(typedRows(name + "[].", value.get("items")));
            }
        });
        return rows.toString();
    }

    private static String type(JsonNode value) {
        JsonNode type = value.has("enum") ? value.get("enum") : value.get("type");
        String words = value.has("enum") ? type.valueStream().map(one -> one.isNull() ? "null"
                : "`%s`".formatted(one.asString())).collect(Collectors.joining(", "))
                : type.isArray() ? type.valueStream().map(JsonNode::asString).collect(Collectors.joining(" or "))
                : type.asString();
        return words.replace("array", value.path("items").has("properties") ? "list of objects" : "list of strings");
    }
}

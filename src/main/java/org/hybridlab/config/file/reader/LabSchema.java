package org.hybridlab.config.file.reader;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.OverlayStyle;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.model.WindowsShell;
import org.hybridlab.config.openapi.SchemaWalk;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestNode.Form;
import org.hybridlab.config.rules.core.RuleEntry;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON Schema of lab files: {@code lab.json}, with a key for each addon of the installation. Its own keywords are
 * {@code x-rule}, the rule that a wrong value breaks; {@code x-what}, the noun of a right one; {@code x-advice}, its
 * form in words; {@code x-choices}, the name of a list of values below.
 */
public final class LabSchema {
    public static final String FILE_NAME = "lab.schema.json";
    /** First line of lab files in {@code labs/}. Editors find the schema by it. */
    public static final String EDITOR_HEADER = editorHeader("../" + FILE_NAME);

    private static final String CHOICES = "x-choices";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Map<String, Stream<String>> LISTS = Map.of(
            "os", Stream.of(Os.values()).map(Os::id), "arch", Stream.of(Arch.values()).map(Arch::id),
            "role", Stream.of(Role.values()).map(Role::id),
            "mode", Stream.of(NetworkMode.values()).map(NetworkMode::id),
            "provider", Stream.of(ProviderName.values()).map(ProviderName::id),
            "shell", Stream.of(WindowsShell.values()).map(WindowsShell::id),
            "windowsAgents", Stream.of(OverlayStyle.values()).map(OverlayStyle::id),
            "build", WindowsBuild.known().stream().flatMap(build -> build.ids().stream()));
    private static final ObjectNode SCHEMA = read();

    private LabSchema() {
    }

    private static ObjectNode read() {
        ObjectNode schema = (ObjectNode) JsonMapper.shared().readTree(ResourceText.of(LabSchema.class, "lab.json"));
        LISTS.forEach((name, words) -> {
            ArrayNode choices = NODES.arrayNode();
            // A build is a number to YAML, unless it stands in quotes.
            words.forEach(word -> {
                if (word.chars().allMatch(Character::isDigit)) {
                    choices.add(Integer.parseInt(word));
                }
                choices.add(word);
            });
            schema.findParents(CHOICES).stream().filter(one -> one.get(CHOICES).asString().equals(name))
                    .forEach(one -> ((ObjectNode) one).set("enum", choices));
        });
        ((ObjectNode) schema.at("/properties/kubernetes"))
                .put("default", Double.valueOf(KubernetesBranch.newest().name()));
        ((ObjectNode) schema.at("/properties/network/properties/mode")).put("default", NetworkMode.DEFAULT.id());
        Addons.installed().forEach(addon -> {
            ObjectNode key = schema.withObjectProperty("properties").withObjectProperty(addon.name())
                    .put("title", addon.key().title()).put("description", addon.key().help()).put("type", "boolean");
            addon.key().byDefault().ifPresent(value -> key.put("default", value));
        });
        return schema;
    }

    /** Reports what is wrong with the document, and marks wrong parts as broken. */
    public static void check(Part lab) {
        NetworkReader.refuse(lab);
        ManifestNodes nodes = ManifestNodes.ofLab();
        new SchemaWalk(LabSchema::resolve, true).flaws(nodes.of(lab.node()), SCHEMA).stream()
                .filter(flaw -> !lab.problems().isBroken(nodes.origin(flaw.at()))).toList().forEach(flaw ->
                        lab.problems().report(flaw.rule(), nodes.origin(flaw.at()), flaw.message(), flaw.advice()));
    }

    /** The form of a lab's name in words, if this is not one. */
    public static Optional<String> nameAdvice(String name) {
        ManifestNode text = new ManifestNode(Form.TEXT, Optional.of(name), Optional.empty(), List.of(), Map.of(),
                Map.of(), 1, 1);
        return new SchemaWalk(LabSchema::resolve, true).flaws(text, SCHEMA.at("/properties/name")).stream()
                .map(SchemaWalk.Flaw::advice).findFirst();
    }

    public static List<RuleEntry> rules() {
        return SCHEMA.findValues(SchemaWalk.RULE).stream().map(SchemaWalk::rule).distinct().toList();
    }

    private static JsonNode resolve(JsonNode schema) {
        return schema.has("$ref") ? SCHEMA.at(schema.get("$ref").asString().substring(1)) : schema;
    }

    /** @param schema path from the lab file */
    public static String editorHeader(String schema) {
        return "# yaml-language-server: $schema=" + schema;
    }

    /** For editors, without references and keywords of our own. {@code labs/lab.schema.json} holds this text. */
    public static String json() {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        return JsonMapper.shared().writer().with(new DefaultPrettyPrinter().withObjectIndenter(indenter))
                .writeValueAsString(published(SCHEMA)) + "\n";
    }

    private static JsonNode published(JsonNode node) {
        if (!node.isObject()) {
            return node.isArray() ? NODES.arrayNode().addAll(node.valueStream().map(LabSchema::published).toList())
                    : node;
        }
        ObjectNode made = NODES.objectNode();
        node.properties().forEach(one -> {
            if (one.getKey().equals("$ref")) {
                made.setAll((ObjectNode) published(resolve(node)));
            } else if (!one.getKey().startsWith("x-") && !one.getKey().equals("$defs")) {
                made.set(one.getKey(), published(one.getValue()));
            }
        });
        resolve(node).path("x-advice").asStringOpt().filter(advice -> made.has("description")).ifPresent(advice ->
                made.put("description", made.get("description").asString() + " " + advice));
        return made;
    }
}

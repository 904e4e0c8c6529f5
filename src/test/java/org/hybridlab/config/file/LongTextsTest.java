package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

import org.hybridlab.artifact.image.ImageName;
import org.hybridlab.config.file.LabFile.RuleBook;
import org.hybridlab.config.file.reader.ManifestReader;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestNode.Form;
import org.hybridlab.config.rules.core.ManifestObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts in manifests that a pattern which calls itself for each part of them does not survive. */
class LongTextsTest {
    private static final List<String> LONG = Stream.of("a/", "a.", "a-", "a_", "a:", "a,", "a ", "1.", "\\a", "--a=")
            .map(part -> part.repeat(2000) + "a").toList();
    private static final int SMALL_STACK = 256 << 10;
    private static Lab lab;

    @BeforeAll
    static void readLab(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("apps"));
        Files.writeString(folder.resolve("apps/app.yaml"), "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n");
        lab = new WrittenLab(folder).lab("""
                name: it
                machines: [{name: control, role: control-plane}, {name: node}, {name: win, os: windows}]
                apps: [{name: app}]
                """);
    }

    static List<BadCase> rules_surviveLongTexts() {
        return BadCase.manifests();
    }

    @ParameterizedTest
    @MethodSource
    void rules_surviveLongTexts(BadCase manifest) throws Exception {
        AppFacts facts = ManifestReader.rendered("it.yaml", manifest.text());
        FutureTask<Void> task = new FutureTask<>(() -> {
            facts.objects().forEach(object -> LONG.stream().flatMap(text -> each(object.body(), text).stream())
                    .forEach(body -> judge(new ManifestObject("it.yaml", body, object.documents()))));
            return null;
        });
        new Thread(null, task, "rules", SMALL_STACK).start();
        assertThatCode(task::get).doesNotThrowAnyException();
    }

    private static void judge(ManifestObject object) {
        AppFacts app = new AppFacts(List.of(), List.of(), List.of(), List.of(object), true);
        RuleBook.rules().forEach(rule -> rule.judge(new LabFacts(lab, List.of(app), HostView.unknown())));
    }

    /** The same node once for each text in it, with that one in its place. */
    private static List<ManifestNode> each(ManifestNode node, String text) {
        List<ManifestNode> all = new ArrayList<>();
        if (node.text().isPresent()) {
            all.add(new ManifestNode(Form.TEXT, Optional.of(text), List.of(), Map.of(), node.line(), node.column()));
        }
        for (int i = 0; i < node.items().size(); i++) {
            for (ManifestNode item : each(node.items().get(i), text)) {
                List<ManifestNode> items = new ArrayList<>(node.items());
                items.set(i, item);
                all.add(new ManifestNode(node.form(), node.text(), items, Map.of(), node.line(), node.column()));
            }
        }
        node.fields().forEach((key, value) -> each(value, text).forEach(field -> {
            Map<String, ManifestNode> fields = new LinkedHashMap<>(node.fields());
            fields.put(key, field);
            all.add(new ManifestNode(node.form(), node.text(), List.of(), fields, node.line(), node.column()));
        }));
        return all;
    }

    @Test
    void imageName_ofManyParts_isRead() {
        assertThat(ImageName.of("a/".repeat(2000) + "a:1")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/", "a-"})
    void longImageName_isAnError(String part) {
        String image = "registry.example/" + part.repeat(4000 / part.length()) + "a";
        AppFacts app = ManifestReader.rendered("it.yaml", """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec: {containers: [{name: c, image: '%s:1.2'}]}
                """.formatted(image));

        assertThat(RuleBook.rules().stream().flatMap(rule -> rule.judge(new LabFacts(lab, List.of(app),
                HostView.unknown())).stream())).anySatisfy(found -> {
                    assertThat(found.ruleId()).isEqualTo("image-form");
                    assertThat(found.mark()).hasValueSatisfying(mark -> assertThat(mark.line()).isEqualTo(4));
                });
    }
}

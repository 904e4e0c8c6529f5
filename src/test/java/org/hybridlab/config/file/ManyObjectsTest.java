package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.config.file.LabFile.RuleBook;
import org.hybridlab.config.file.reader.ManifestReader;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Manifests of thousands of objects, and of thousands of mistakes. */
class ManyObjectsTest {
    private static final Cidr NETWORK = Cidr.parse("192.168.57.0/24");
    private static final int FEW = 40;

    @TempDir
    private Path folder;

    /** Each field that a rule looks at counts, so that no clock is needed. */
    @ParameterizedTest
    @MethodSource
    void twiceTheObjects_areTwiceTheLooks(String name, IntFunction<String> manifest) throws IOException {
        Lab lab = read("apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n").lab().orElseThrow();

        Map<String, Long> few = looks(lab, manifests(manifest, FEW));
        looks(lab, manifests(manifest, 2 * FEW)).forEach((rule, looks) ->
                assertThat(looks).as(rule).isLessThanOrEqualTo((long) (few.get(rule) * 2.2)));
    }

    static Stream<Object[]> twiceTheObjects_areTwiceTheLooks() {
        String service = """
                apiVersion: v1
                kind: Service
                metadata: {name: s%1$d, namespace: n%1$d}
                spec: {type: LoadBalancer, selector: {%2$s}, ports: [{port: 80, targetPort: http}]}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: p%1$d, namespace: n%1$d, labels: {app: a%1$d, tier: web}}
                spec: {containers: [{name: c, image: 'busybox:1.36', imagePullPolicy: Never}]}
                """;
        Stream<Object[]> services = Stream.of("app: a%d", "app: none%d", "tier: web", "tier: web, app: a%d")
                .map(selector -> new Object[] {selector, (IntFunction<String>) number ->
                        service.formatted(number, selector.formatted(number)).replaceAll("namespace: n\\d+, ", "")});
        return Stream.concat(services, BadCase.manifests().stream().map(bad ->
                new Object[] {bad.name(), (IntFunction<String>) number -> bad.text()}));
    }

    private static String manifests(IntFunction<String> manifest, int number) {
        return IntStream.range(0, number).mapToObj(manifest).collect(Collectors.joining("\n---\n"));
    }

    /** By rule. */
    private static Map<String, Long> looks(Lab lab, String manifests) {
        long[] count = {0};
        AppFacts read = ManifestReader.rendered("it.yaml", manifests);
        List<ManifestObject> objects = read.objects().stream().map(object -> new ManifestObject(object.file(),
                counted(object.body(), count), object.repeated(), object.documents())).toList();
        LabFacts facts = new LabFacts(lab, List.of(new AppFacts(List.of(), List.of(), List.of(), objects, true)),
                HostView.unknown());
        Map<String, Long> looks = new LinkedHashMap<>();
        for (Rule rule : RuleBook.rules()) {
            count[0] = 0;
            rule.judge(facts);
            looks.put(rule.entry().id(), count[0]);
        }
        return looks;
    }

    private static ManifestNode counted(ManifestNode node, long... looks) {
        Map<String, ManifestNode> fields = new LinkedHashMap<>();
        node.fields().forEach((key, value) -> fields.put(key, counted(value, looks)));
        return new ManifestNode(node.form(), node.text(), node.number(),
                node.items().stream().map(item -> counted(item, looks)).toList(),
                new Counted(fields, looks), node.keys(), node.line(), node.column());
    }

    @Test
    void longManifest_hasItsProblemsAtTheirPlaces() throws IOException {
        String service = "---\napiVersion: v1\nkind: Service\nmetadata: {name: s%d}\n"
                + "spec: {selector: {app: none}, ports: [{port: 80}]}\n";
        int number = 3000;

        LabReading reading = read(manifests(i -> service.formatted(i).strip(), number).replace("---\n---", "---"));

        assertThat(reading.problems()).hasSize(number).allSatisfy(problem -> {
            assertThat(problem.ruleId()).isEqualTo("service-selector");
            assertThat(problem.snippet()).contains("app: none");
        });
    }

    private LabReading read(String manifest) throws IOException {
        Files.writeString(folder.resolve("app.yaml"), manifest);
        return LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                name: many
                machines: [{name: control, role: control-plane}, {name: node}]
                apps: [{name: app, manifests: [app.yaml]}]
                """), NETWORK);
    }

    /** Counts what is asked of it. */
    private static final class Counted extends AbstractMap<String, ManifestNode> {
        private final Map<String, ManifestNode> fields;
        private final long[] looks;

        Counted(Map<String, ManifestNode> fields, long... looks) {
            this.fields = fields;
            this.looks = looks;
        }

        @Override
        public ManifestNode getOrDefault(Object key, ManifestNode absent) {
            looks[0]++;
            return fields.getOrDefault(key, absent);
        }

        @Override
        public Set<Entry<String, ManifestNode>> entrySet() {
            looks[0]++;
            return fields.entrySet();
        }
    }
}

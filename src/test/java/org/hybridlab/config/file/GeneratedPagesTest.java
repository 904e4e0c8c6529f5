package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.config.file.LabFile.RuleBook;
import org.hybridlab.config.file.reader.LabSchema;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.rules.core.RuleEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class GeneratedPagesTest {
    private static final Path SCHEMA = Path.of("labs/lab.schema.json");

    @Test
    void publishedSchema_isTheReadersOwn() throws IOException {
        GeneratedFile.assertUpToDate(SCHEMA, LabSchema.json());
    }

    @Test
    void theReferenceIsThePublishedSchemaInWords() throws IOException {
        GeneratedFile.assertUpToDate(Path.of("docs/reference/lab-file.md"), ReferencePage.of(
                JsonMapper.shared().readTree(Files.readString(SCHEMA))));
    }

    @Test
    void referenceExample_isAGoodLab(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("apps"));
        Files.writeString(folder.resolve("apps/numbers.yaml"), """
                apiVersion: v1
                kind: Service
                metadata: {name: numbers-web}
                spec: {type: NodePort, ports: [{port: 80, nodePort: 30001}]}
                """);
        Path file = Files.writeString(folder.resolve("lab.yaml"), ReferencePage.EXAMPLE);

        assertThat(LabFile.read(file, Cidr.parse("192.168.57.0/24")).problems()).isEmpty();
    }

    @Test
    void thePageOfRulesListsEveryRule() throws IOException {
        GeneratedFile.assertUpToDate(Path.of("docs/reference/rules.md"), RulesPage.text());
    }

    @Test
    void windowsInvariants_areRules_orSayWhyNot() {
        Set<String> rules = RuleBook.all().stream().map(RuleEntry::id).collect(Collectors.toSet());
        List<String> expected = Stream.of(ids("C", 17), ids("F", 13), ids("G", 8), ids("T", 14))
                .flatMap(ids -> ids).toList();

        assertThat(Invariant.all()).extracting(Invariant::id).isEqualTo(expected);
        assertThat(Invariant.all()).allSatisfy(one -> {
            assertThat(rules).as(one.id()).containsAll(one.rules());
            assertThat(one.rules().isEmpty() && one.rest().isEmpty()).as(one.id()).isFalse();
        });
    }

    private static Stream<String> ids(String letter, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(number -> letter + number);
    }

    @Test
    void noTwoRulesHaveOneId() {
        assertThat(RuleBook.all()).extracting(RuleEntry::id).doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[a-z0-9]+(-[a-z0-9]+)+"));
    }
}

package org.hybridlab.labfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.rules.RuleEntry;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class GeneratedPagesTest {
    private static final Path SCHEMA = Path.of("schema/lab.schema.json");

    @Test
    void thePublishedSchemaIsWhatTheReaderReadsBy() throws IOException {
        GeneratedFile.assertUpToDate(SCHEMA, LabSchema.json());
    }

    @Test
    void theReferenceIsThePublishedSchemaInWords() throws IOException {
        GeneratedFile.assertUpToDate(Path.of("docs/lab-file.md"), ReferencePage.of(
                JsonMapper.shared().readTree(Files.readString(SCHEMA)),
                Files.readString(Path.of("labs/first-cluster/lab.yaml"))));
    }

    @Test
    void thePageOfRulesListsEveryRule() throws IOException {
        GeneratedFile.assertUpToDate(Path.of("docs/rules.md"), RulesPage.text());
    }

    @Test
    void noTwoRulesHaveOneId() {
        assertThat(RuleBook.all()).extracting(RuleEntry::id).doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[a-z0-9]+(-[a-z0-9]+)+"));
    }
}

package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.file.LabFile.RuleBook;
import org.hybridlab.config.file.reader.ManifestTemplates;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.rules.core.RuleEntry;
import org.hybridlab.fake.Checkout;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bad lab reports exactly its rule at exactly its place, and its twin, one token away, reports nothing. */
class BadLabsTest {
    private static final OpenChoices OPEN = OpenChoices.network(Cidr.parse("192.168.57.0/24"));
    private static final ManifestTemplates TEMPLATES = Checkout.manifestTemplates();
    /** Not one token of the content: see {@link FileProblemsTest}. */
    private static final Set<String> ABOUT_THE_FILE = Set.of("file-missing", "file-not-a-file", "file-unreadable",
            "file-too-large", "yaml-too-deep", "lab-name-folder", "template-unused");

    @TempDir
    private static Path folder;

    static List<BadCase> badLabs() {
        return BadCase.labs();
    }

    @ParameterizedTest
    @MethodSource("badLabs")
    void reportsExactlyItsRuleAtItsPlace(BadCase bad) throws IOException {
        Path copy = Files.write(folder.resolve("twins/bad.yaml"), bad.content());
        LabReading reading = LabFile.read(copy, OPEN, bad.host(), TEMPLATES);

        assertThat(reading.problems()).as(() -> text(reading))
                .extracting(problem -> problem.ruleId() + " " + problem.line() + ":" + problem.column())
                .containsExactly(bad.ruleId() + " " + bad.place());
        assertThat(reading.problems().get(0).advice()).isNotBlank();
        assertThat(reading.problems().get(0).message()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("badLabs")
    void itsTwinIsAGoodLab(BadCase bad) throws IOException {
        Path twin = folder.resolve("twins/lab.yaml");
        LabReading reading = LabFile.read(Files.write(twin, bad.twin()), OPEN, bad.host(), TEMPLATES);

        assertThat(reading.problems()).as(() -> text(reading)).isEmpty();
        assertThat(reading.lab()).isPresent();
    }

    @Test
    void everyRuleHasABadLab() {
        Set<String> seen = badLabs().stream().map(BadCase::ruleId).collect(Collectors.toCollection(TreeSet::new));
        seen.addAll(ABOUT_THE_FILE);
        seen.add(RuleBook.SERVER_REFUSES.id());
        BadCase.manifests().stream().map(BadCase::ruleId).forEach(seen::add);

        assertThat(seen).isEqualTo(RuleBook.all().stream().map(RuleEntry::id)
                .collect(Collectors.toCollection(TreeSet::new)));
        assertThat(badLabs().size() + BadCase.manifests().size()).isGreaterThanOrEqualTo(342);
    }

    @Test
    void badCases_ofOneKind_haveUniqueNames() {
        assertThat(badLabs()).extracting(BadCase::name).doesNotHaveDuplicates();
        assertThat(BadCase.manifests()).extracting(BadCase::name).doesNotHaveDuplicates();
    }

    /** The manifests beside the bad labs, for files of another name. */
    @BeforeAll
    static void copyManifests() throws IOException {
        Path copy = Files.createDirectories(folder.resolve("twins"));
        Path from = BadCase.APPS;
        try (Stream<Path> files = Files.walk(from, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve("apps").resolve(from.relativize(file).toString()));
            }
        }
    }

    private static String text(LabReading reading) {
        return reading.problems().stream().map(Problem::text).collect(Collectors.joining("\n"));
    }
}

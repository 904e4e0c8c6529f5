package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.catalog.UpdateFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The data of {@code data/diagnose/failures} against lines from their sources. */
class KnownFailuresTest {
    private static final KnownFailures KNOWN = KnownFailures.read(Path.of(""));
    private static final Redactor NO_SECRETS = new Redactor(List.of());

    static Stream<Sample> samples() {
        return Sample.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void sourceLine_isRecognised_whereItBelongs(Sample sample) {
        assertThat(Findings.in(List.of(Evidence.of(sample.in(), "node", "test", List.of(sample.line()))), KNOWN,
                NO_SECRETS, "lab")).as(sample.line()).extracting(Finding::id).containsExactly(sample.id());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void line_isASignOfItsFailureOnly(Sample sample) {
        List<KnownFailure> found = KNOWN.all().filter(failure -> failure.signs().stream()
                .anyMatch(sign -> sign.isIn(sample.line()))).toList();

        assertThat(found).as(sample.line()).extracting(KnownFailure::id).contains(sample.id());
        assertThat(found).filteredOn(failure -> failure.id().equals(sample.id())).singleElement().satisfies(own ->
                assertThat(found).allMatch(other -> other == own || own.explains().contains(other.id())));
    }

    @Test
    void failures_haveALine_fromNamedSource() {
        Map<String, List<Sample>> byId = Sample.all().collect(Collectors.groupingBy(Sample::id));

        assertThat(byId.keySet()).isEqualTo(KNOWN.ids());
        assertThat(byId.values().stream().flatMap(List::stream)).allSatisfy(sample ->
                assertThat(sample.from()).as(sample.id()).isNotBlank());
    }

    static List<UpdateFault> faults() {
        return KnownBoxes.installed().faults();
    }

    /** As the check windows-versions tells it, for each of boxes.yaml; of a build that no finding names. */
    @ParameterizedTest
    @MethodSource("faults")
    void updateFault_ofWindowsMachine_isOneFinding(UpdateFault fault) {
        String line = "win has Windows 10.0.%d.%d, %s".formatted(fault.build(), fault.from() + 1,
                fault.words());

        assertThat(Findings.in(List.of(Evidence.of(EvidenceKind.CHECK, "win", "windows-versions", List.of(line))),
                KNOWN, NO_SECRETS, "lab")).singleElement().satisfies(finding -> assertThat(finding.id())
                .startsWith(fault.build() == 26100 ? "windows-build-2025-" : "windows-update-breaks-"));
    }

    @Test
    void failures_countTheReferencesEightyThree_andMore() {
        assertThat(KNOWN.ids()).hasSizeGreaterThanOrEqualTo(150);
    }

    /** An issue's number behind a space begins a comment of YAML, unless the value is quoted. */
    @Test
    void valuesAreWhole() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("data/diagnose/failures"))) {
            for (Path file : files.toList()) {
                assertThat(Files.readAllLines(file)).as(file.toString()).noneMatch(line ->
                        line.matches(" +(?:- )?(?:[a-z]+: )?[^'\"#].* #.*") && !line.contains("'"));
            }
        }
    }

    @Test
    void nothingExplainsItself() {
        assertThat(KNOWN.all()).noneMatch(failure -> failure.explains().contains(failure.id()));
        Map<String, Set<String>> explains = KNOWN.all().collect(Collectors.toMap(KnownFailure::id,
                KnownFailure::explains));
        assertThat(KNOWN.all()).allSatisfy(failure -> failure.explains().forEach(id ->
                assertThat(explains.get(id)).as("%s and %s", failure.id(), id).doesNotContain(failure.id())));
    }
}

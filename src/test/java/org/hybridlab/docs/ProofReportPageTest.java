package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.docs.TestRun.Case;
import org.hybridlab.docs.TestRun.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProofReportPageTest {
    private static final Claims CLAIMS = Claims.parse("""
            flannel-vxlan, services:
              a: [FilesTest]
              d: [StandInTest.up, FilesTest.parses]
            """);
    private static final Case PARSES = passed("FilesTest", "parses(String)[1]");
    private static final Case UP = passed("StandInTest", "up");

    private static Case passed(String type, String name) {
        return new Case("org.example." + type, name, Outcome.PASSED, "");
    }

    @Test
    void rungsStandIfTheirTestsRanAndPassed() {
        assertThat(standing(PARSES, UP)).containsExactly("a", "d");
        assertThat(page(PARSES, UP)).contains("| flannel-vxlan, services | 1 |  |  | 2 |  |  |  |",
                "## Rungs that fell\n\nNone.");
    }

    /** So that a rung promises no more than it is. */
    @ParameterizedTest
    @EnumSource(ProofLevel.class)
    void eachRungSaysWhatItCannotSee(ProofLevel rung) {
        assertThat(rung.unseen()).isNotBlank();
        assertThat(page(PARSES, UP)).contains("- **%s**: %s; it cannot see %s".formatted(rung.letter(),
                rung.description(), rung.unseen()));
    }

    @ParameterizedTest
    @EnumSource(value = Outcome.class, names = {"SKIPPED", "FAILED"})
    void test_skippedOrFailed_dropsItsRung(Outcome outcome) {
        Case up = new Case(UP.className(), UP.name(), outcome, "no docker here");

        assertThat(standing(PARSES, up)).containsExactly("a");
        assertThat(page(PARSES, up)).contains("| flannel-vxlan, services | 1 |  |  | - |  |  |  |",
                "- flannel-vxlan, services, rung d: StandInTest.up "
                + (outcome == Outcome.SKIPPED ? "was skipped" : "failed"));
    }

    @Test
    void rung_withMissingTest_isDropped() {
        assertThat(standing(PARSES, passed("StandInTest", "upAgain"))).containsExactly("a");
        assertThat(page(PARSES)).contains("rung d: StandInTest.up did not run");
    }

    @Test
    void skippedClass_dropsItsRungs() {
        Case all = new Case("org.example.FilesTest", "(before its tests)", Outcome.SKIPPED, "no node");

        assertThat(standing(PARSES, all, UP)).isEmpty();
    }

    @Test
    void test_inTwoRuns_countsTheLater() {
        Case failed = new Case(UP.className(), UP.name(), Outcome.FAILED, "");
        TestRun first = new TestRun(List.of(), List.of(PARSES, failed));

        TestRun both = TestRun.together(List.of(first, new TestRun(List.of(), List.of(UP))));

        assertThat(CLAIMS.judge(both).get(0).standing()).containsExactly("a", "d");
    }

    /** A claim whose test was renamed would fall at the next run, and nobody would know why. */
    @Test
    void everyTestThatIsClaimedExists() throws IOException {
        ExistingTests existing = ExistingTests.ofTheProject();

        assertThat(Claims.ours().tests()).allSatisfy(test -> assertThat(existing.has(test)).as(test).isTrue());
    }

    @Test
    void pageAndProductData_areOfOneRun() throws IOException {
        ProofReport ladder = ProofReport.installed(Path.of("")).orElseThrow();

        assertThat(Path.of("reports/ladder.md")).content().isEqualTo(ProofReportPage.text(ladder));
        assertThat(ProofReport.installed(Path.of("docs"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"f", "b"})
    void nothingThatIsNotClaimedHasARung(String rung) {
        assertThat(CLAIMS.judge(new TestRun(List.of(), List.of(PARSES, UP))).get(0).rungs()).doesNotContainKey(rung);
    }

    private static List<String> standing(Case... cases) {
        return CLAIMS.judge(new TestRun(List.of(), List.of(cases))).get(0).standing();
    }

    private static String page(Case... cases) {
        return ProofReportPage.text(new ProofReport("abc1234", "2026-11-21 17:04 UTC", "2 processors",
                CLAIMS.judge(new TestRun(List.of(), List.of(cases)))));
    }
}

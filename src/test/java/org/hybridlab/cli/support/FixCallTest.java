package org.hybridlab.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.template.Installation;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.diagnose.Diagnosis.Fix;
import org.hybridlab.diagnose.EvidenceKind;
import org.hybridlab.diagnose.Finding;
import org.hybridlab.host.UserFolders;
import org.hybridlab.service.check.SafeFixes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FixCallTest {
    private static final Path HOME = Path.of("").toAbsolutePath();
    private static final String UP = "hybridlab up lab";
    private static final String UNCORDON = "hybridlab uncordon 'my lab' node1";
    private static final String PATCH = "hybridlab kubectl lab patch x -p '[{\"op\":\"add\"}]'";
    private static final Diagnosis WELL = diagnosis();

    private final StringWriter err = new StringWriter();
    private final List<Command> ran = new ArrayList<>();
    private String failing = "";
    private String checking = "";
    private int failingExitCode;

    @Test
    void twoFindings_runCommandsWithoutShellOrAgreement() {
        CommandResult result = fix(true, diagnosis(safe("one", UNCORDON, UP), safe("two", UP, PATCH)), WELL);

        String launcher = HOME.resolve("hybridlab").toString();
        assertThat(ran).extracting(Command::words).containsExactly(List.of(launcher, "uncordon", "my lab", "node1"),
                List.of(launcher, "up", "lab", "--no-checks"),
                List.of(launcher, "kubectl", "lab", "patch", "x", "-p", "[{\"op\":\"add\"}]"));
        assertThat(ran).allSatisfy(command -> {
            assertThat(command.environment()).containsEntry("HYBRIDLAB_YES", "false");
            assertThat(command.directory()).contains(HOME);
        });
        assertThat(err.toString()).contains("one was found [one], on node1:\n    " + UNCORDON);
        assertThat(result.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(((Diagnosis) result.data().orElseThrow()).fixed()).containsExactly(
                new Fix("one", "node1", List.of(UNCORDON, UP), 0), new Fix("two", "node1", List.of(UP, PATCH), 0));
    }

    @Test
    void nobodyToAsk_refusesAndRunsNothing() {
        LabException failure = failure(() -> fix(false, diagnosis(safe("one", UP)), WELL));
        assertThat(failure.id()).isEqualTo("not-confirmed");
        assertThat(failure.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(ran).isEmpty();
        assertThat(err.toString()).contains(UP);
    }

    @Test
    void failingCommand_endsFix_namingTheRest() {
        failing = "uncordon";
        failingExitCode = 3;
        Diagnosis remaining = diagnosis(safe("one", UP));

        CommandResult result = fix(true, diagnosis(safe("one", UNCORDON, UP), safe("two", PATCH)), remaining);

        assertThat(ran).hasSize(1);
        assertThat(result.exitCode()).isEqualTo(ExitCode.HOST_NOT_READY);
        assertThat(result.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.id()).isEqualTo("fix-host-not-ready");
            assertThat(failure.what()).contains(UNCORDON + " ended with 3", "one on node1");
        });
        assertThat(err.toString()).contains("fix-host-not-ready", "uncordon says something");
        assertThat(result.data()).contains(remaining.after(List.of(new Fix("one", "node1", List.of(UNCORDON, UP), 3))));
    }

    @Test
    void failingKubectl_isAFailedLab() {
        failing = "kubectl";
        failingExitCode = 3;

        assertThat(fix(true, diagnosis(safe("one", PATCH)), WELL).exitCode()).isEqualTo(ExitCode.LAB_FAILED);
    }

    /** Simulated machines leave checks unjudged, and an exercise fails until it is done. */
    @ParameterizedTest
    @CsvSource({"up, hybridlab up lab", "resume, hybridlab resume 'my lab'"})
    void labsOwnChecks_areLeftToNextDiagnosis(String command, String line) {
        checking = command;
        Diagnosis remaining = diagnosis(finding("other", false));

        CommandResult result = fix(true, diagnosis(safe("one", line, PATCH), safe("two", UNCORDON)), remaining);

        assertThat(ran).extracting(one -> one.words().get(1)).containsExactly(command, "kubectl", "uncordon");
        assertThat(result.failures()).isEmpty();
        assertThat(err.toString()).contains("    " + line + "\n", "+ " + line + " --no-checks");
        assertThat(result.data()).contains(remaining.after(List.of(new Fix("one", "node1", List.of(line, PATCH), 0),
                new Fix("two", "node1", List.of(UNCORDON), 0))));
    }

    /** An `up` would end it, which nobody was asked about. */
    @Test
    void resetNotEnded_runsNothing_namesUp() {
        CommandResult result = fix(true, diagnosis(safe("one", UP)).during("morning"), WELL);

        assertThat(ran).isEmpty();
        assertThat(err.toString()).contains("--fix did nothing: a reset of the lab has not ended. `hybridlab up lab` "
                + "ends it first.").doesNotContain("Run these commands?");
        assertThat(result.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
    }

    @Test
    void nothingSafe_runsNothing_keepsFirstDiagnosis() {
        Diagnosis found = diagnosis(finding("one", false, UP));

        CommandResult result = fix(false, found);

        assertThat(ran).isEmpty();
        assertThat(err.toString()).contains("--fix did nothing");
        assertThat(result.data()).contains(found);
        assertThat(result.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
    }

    @Test
    void fixedFinding_stillSeen_isLookedAtAgain() {
        Diagnosis starting = new Diagnosis("lab", List.of(), List.of("coredns has 0 of 2 pods"), List.of(), List.of());

        assertThat(fix(true, diagnosis(safe("one", UP)), diagnosis(safe("one", UP)), starting, WELL).exitCode())
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void findingThatStays_isNotWaitedFor() {
        Diagnosis other = diagnosis(finding("other", false));

        assertThat(fix(true, diagnosis(safe("one", UP), finding("other", false)), other, WELL).exitCode())
                .isEqualTo(ExitCode.LAB_FAILED);
    }

    /** A safe command need not start again what wrote the log. */
    @Test
    void oldLogLine_afterFix_isNoFinding() {
        Finding before = finding("one", EvidenceKind.FLANNELD, "line", true, UP);

        assertThat(fix(true, diagnosis(before), diagnosis(before)).exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void newLogLine_afterFix_isAFinding() {
        Diagnosis later = diagnosis(finding("one", EvidenceKind.FLANNELD, "later line", true, UP));

        assertThat(fix(true, diagnosis(finding("one", EvidenceKind.FLANNELD, "line", true, UP)), later, later, WELL)
                .exitCode()).isEqualTo(ExitCode.OK);
        failing = "up";
        failingExitCode = 1;
        assertThat(fix(true, diagnosis(finding("one", EvidenceKind.FLANNELD, "line", true, UP)), later).data())
                .contains(later.after(List.of(new Fix("one", "node1", List.of(UP), 1))));
    }

    private CommandResult fix(boolean yes, Diagnosis found, Diagnosis... later) {
        GlobalOptions options = new GlobalOptions();
        options.give(GlobalFlag.YES, yes);
        Processes processes = (command, lines, cancellation) -> {
            ran.add(command);
            lines.accept(command.words().get(1) + " says something");
            boolean judges = command.words().get(1).equals(checking) && !command.words().contains("--no-checks");
            return new Result(command, command.words().get(1).equals(failing) ? failingExitCode : judges ? 5 : 0, "",
                    "", Duration.ZERO);
        };
        Session session = new Session(options, new PrintWriter(new StringWriter()), new PrintWriter(err, true),
                Map.of(Installation.HOME, HOME.toString()), HOME, HOME, UserFolders.of(Map.of(), HOME), processes,
                command -> 7, new Cancellation(), UserInput.ofNobody(), false, false);
        Iterator<Diagnosis> looks = Arrays.asList(later).iterator();
        Supplier<Diagnosis> look = looks::next;
        return new FixCall(session, new SafeFixes(session.context(), Duration.ofSeconds(10), Duration.ofMillis(1)))
                .fix(found, look);
    }

    private static Diagnosis diagnosis(Finding... findings) {
        return new Diagnosis("lab", List.of(findings), List.of(), List.of(), List.of());
    }

    private static Finding safe(String id, String... commands) {
        return finding(id, true, commands);
    }

    private static Finding finding(String id, boolean safe, String... commands) {
        return finding(id, EvidenceKind.OBJECT, "line", safe, commands);
    }

    private static Finding finding(String id, EvidenceKind kind, String line, boolean safe, String... commands) {
        return new Finding(id, "machines.md", id + " was found", "node1", kind, "origin", line, 1, "cause", "cure",
                List.of(commands), safe, "source", false);
    }
}

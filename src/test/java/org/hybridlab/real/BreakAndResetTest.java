package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A real lab of three machines is broken in every way that we know, and {@code reset} brings it back. */
@Tag("long")
@Tag("docker")
class BreakAndResetTest {
    private static final Path PAGE = Path.of("reports/break-and-reset.md");
    private static final Duration QUICK = Duration.ofMinutes(2);
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "breaks");
    private static final List<String> ROWS = new ArrayList<>();
    private static final List<Double> SECONDS_OF_CHECKS = new ArrayList<>();
    /** Rows that wait for what may heal, and so may take longer. */
    private static final int SLOW_ROWS = 3;
    private static final double RED_WITHIN = 10;

    @BeforeAll
    static void aSnapshot() throws IOException {
        Path file = LAB.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("{name: node}", "{name: node, count: 2}"));
        LAB.must("up", "--provider", "docker", "--no-checks");
        Result saved = LAB.run(Command.of(LAB.launcher(), "snapshot", "save", LAB.folder().toString(), "well"));
        assertThat(saved.ok()).as(saved.stderr()).isTrue();
    }

    static List<LabBreak> breaks() {
        return LabBreak.all();
    }

    /** CI does three such breaks in {@link SnapshotTest}. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("breaks")
    void reset_afterEachBreak_endsGreen(LabBreak broken) {
        shell(broken.commands());
        // From the return of the break on.
        Result check = LAB.call("check", "--output", "json");
        Result diagnosis = LAB.call("diagnose", "--output", "json");
        assertThat(check.exitCode()).as("%s is seen: %s", broken, check.stdout()).isNotZero();

        // Green with every check of the lab, or it would not end well.
        Result reset = LAB.must("reset", "well");
        ROWS.add(String.format(Locale.ROOT, "| %s | %d | %.1f | %d | %.1f | %.0f | %s |", broken,
                check.exitCode(), seconds(check), diagnosis.exitCode(), seconds(diagnosis), seconds(reset),
                way(reset)));
        SECONDS_OF_CHECKS.add(seconds(check));
    }

    private static String way(Result reset) {
        return reset.stderr().contains("its machines are made again") ? "machines made again"
                : reset.stderr().contains("Whole machines") ? "machines set back" : "cluster set back";
    }

    private static double seconds(Result result) {
        return result.took().toMillis() / 1000.0;
    }

    private static void shell(String commands) {
        String functions = """
                k() { '%s' --kubeconfig '%s' --request-timeout=20s "$@"; }
                container() { docker ps --all --quiet --filter label=org.hybridlab.machine=$1 --filter name='%s'; }
                inside() { machine=$1; shift; docker exec $(container $machine) "$@"; }
                """.formatted(LAB.workspace().resolve("bin/kubectl"), LAB.workspace().resolve("kubeconfig"),
                LAB.container("").replaceFirst("-$", ""));
        LAB.run(Command.of("sh", "-c", functions + commands).timeout(QUICK));
    }

    /** Of a run of all. */
    @AfterAll
    static void page() throws IOException {
        if (ROWS.size() == LabBreak.all().size()) {
            Files.writeString(PAGE, """
                    # Labs broken and set back

                    Written by the tests on real labs; not edited by hand. A lab of three machines on docker is broken
                    in each way. `check` begins when the break has returned and must see it; `diagnose` follows.
                    `reset` must end green with all checks, which its time includes.

                    | broken | `check` exits | seconds | `diagnose` exits | seconds | seconds of `reset` | way |
                    |---|---|---|---|---|---|---|
                    """ + String.join("\n", ROWS) + "\n");
            assertThat(SECONDS_OF_CHECKS.stream().filter(seconds -> seconds > RED_WITHIN).toList())
                    .hasSizeLessThanOrEqualTo(SLOW_ROWS);
        }
    }
}

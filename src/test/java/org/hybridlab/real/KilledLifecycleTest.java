package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.cli.OutputSchemas;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * {@code kill -9} of hybridlab at random moments of what changes a lab that is up: the next {@code up} or {@code
 * destroy} ends well, and whatever is left is shown. {@code -Dhybridlab.kills=N} kills each operation N times.
 */
@Tag("long")
@Tag("docker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KilledLifecycleTest {
    private static final long SEED = 20_261_123;
    /** The exit code that a shell would tell: 128 and the signal. */
    private static final int KILLED = 137;
    private static final int KILLS = Integer.getInteger("hybridlab.kills", 2);
    private static final String[] UP = {"--provider", "docker", "--no-checks"};
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "killed-lifecycle");
    private static Duration wholeUp;
    private static boolean hasSnapshot;
    private static int hits;
    private static int rounds;

    /** What is killed, and how long it takes about, as a multiple of a whole {@code up}. */
    private enum Operation {
        SAVE(0.15, "snapshot save"), RESET(0.4, "reset", "well", "--no-checks"),
        REPLACE(0.6, "replace", "node"), DESTROY(0.2, "destroy"), UPGRADE(3, "up", UP);

        private final double ups;
        private final String command;
        private final String[] rest;

        Operation(double ups, String command, String... rest) {
            this.ups = ups;
            this.command = command;
            this.rest = rest;
        }
    }

    /** @param thousandths of the operation, because hosts differ */
    private record Kill(Operation operation, int number, int thousandths) {
        private Duration moment() {
            return Duration.ofMillis((long) (wholeUp.toMillis() * operation.ups * thousandths / 1000));
        }

        private String[] rest() {
            return operation == Operation.SAVE ? new String[] {"save-" + number} : operation.rest;
        }

        private boolean isFollowedByUp() {
            return number % 2 == 0;
        }
    }

    @BeforeAll
    static void measureAWholeUp() {
        wholeUp = LAB.must("up", UP).took();
        System.out.printf("seed %d, a whole up took %d ms%n", SEED, wholeUp.toMillis());
    }

    @AfterAll
    static void mostKillsCameBeforeTheEnd() {
        System.out.printf("%d of %d were killed before they ended by themselves%n", hits, rounds);
        assertThat(hits).isGreaterThanOrEqualTo(rounds / 2);
    }

    static Stream<Kill> kills() {
        Random random = new Random(SEED);
        return Arrays.stream(Operation.values()).flatMap(operation -> IntStream.range(0, KILLS)
                .mapToObj(number -> new Kill(operation, number, random.nextInt(1000))));
    }

    @Order(1)
    @ParameterizedTest(name = "{0}")
    @MethodSource("kills")
    void killedOperation_isEnded_byUpOrDestroy(Kill kill) throws IOException {
        begin(kill.operation());

        kill(kill.operation().command, kill.moment(), kill.rest());

        assertEverythingLeftIsShown();
        if (kill.isFollowedByUp()) {
            LAB.must("up", UP);
            await().atMost(Duration.ofMinutes(2)).until(() -> LAB.call("status").ok());
        } else {
            destroy();
        }
    }

    static IntStream firstUps() {
        return new Random(SEED + 1).ints(KILLS, 0, 1000);
    }

    /** The workspace goes too, as with a learner who deletes what looks broken. */
    @Order(2)
    @ParameterizedTest(name = "killed at {0} thousandths")
    @MethodSource("firstUps")
    void firstUp_killedWithoutWorkspace_leavesOrphans(int thousandths) throws IOException {
        destroy();
        kill("up", wholeUp.multipliedBy(thousandths).dividedBy(1000), UP);
        delete(LAB.workspace());

        await().atMost(Duration.ofMinutes(1)).untilAsserted(KilledLifecycleTest::assertEverythingLeftIsShown);
        Result removal = LAB.run(Command.of(LAB.launcher(), "destroy", "--orphans", "--yes"));

        // A libvirt that is installed and not started cannot be asked, which is said.
        assertThat(removal.exitCode()).as(removal.stdout() + removal.stderr())
                .isEqualTo((removal.stderr().contains("[orphans-not-judged]") ? ExitCode.NOT_JUDGED : ExitCode.OK)
                        .number());
        assertNothingIsLeft();
    }

    private static void begin(Operation operation) throws IOException {
        if (operation == Operation.UPGRADE) {
            destroy();
            LAB.kubernetes("1.35");
        }
        if (!Files.isDirectory(LAB.workspace())) {
            LAB.must("up", UP);
        }
        if (operation == Operation.RESET && !hasSnapshot) {
            LAB.must("snapshot save", "well");
            hasSnapshot = true;
        }
        LAB.kubernetes("1.36");
    }

    private static void kill(String command, Duration moment, String... rest) {
        rounds++;
        try (RealCall call = LAB.start(command, rest)) {
            call.killAfter(moment);
            hits += call.exitCode(moment.plusMinutes(1)) == KILLED ? 1 : 0;
            String[] lines = call.output().split("\n");
            System.out.printf("%s killed after %d ms: %s%n", command, moment.toMillis(), lines[lines.length - 1]);
        }
    }

    private static void destroy() {
        LAB.must("destroy", "--yes");
        hasSnapshot = false;
        assertNothingIsLeft();
    }

    private static void assertNothingIsLeft() {
        assertThat(LAB.workspace()).doesNotExist();
        assertThat(LAB.onDocker()).isEmpty();
        assertThat(LAB.atWork()).allMatch(words -> words.contains("[mux]"));
        assertThat(orphans()).isEmpty();
    }

    /** Of a lab that is known, or each by its name. */
    private static void assertEverythingLeftIsShown() {
        boolean known = Files.isDirectory(LAB.workspace()) && LAB.run(Command.of(LAB.launcher(), "list", "--output",
                "json")).stdout().contains(LAB.folder().toString());
        List<String> shown = orphans();
        if (!known) {
            assertThat(shown).containsAll(LAB.onDocker());
        }
    }

    /** Names of orphans of this lab. */
    private static List<String> orphans() {
        String id = LAB.container("").replaceFirst("-$", "");
        JsonNode orphans = OutputSchemas.document(LAB.run(Command.of(LAB.launcher(), "list", "--orphans", "--output",
                "json")).stdout()).at("/data/orphans");
        return orphans.valueStream().filter(one -> one.get("lab").asString("").equals(id)
                || one.get("workspace").asString("").equals(LAB.workspace().toString()))
                .map(one -> one.get("name").asString()).toList();
    }

    private static void delete(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}

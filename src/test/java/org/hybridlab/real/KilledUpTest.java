package org.hybridlab.real;

import java.time.Duration;
import java.util.Random;
import java.util.stream.LongStream;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** {@code kill -9} of hybridlab at random moments of a real {@code up}: each time the next {@code up} ends green. */
@Tag("long")
@Tag("docker")
class KilledUpTest {
    private static final long SEED = 20_261_121;
    private static final int MOMENTS = 10;
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "killed");
    private static Duration wholeUp;

    @BeforeAll
    static void measureAWholeUp() {
        Result up = LAB.must("up", "--provider", "docker", "--events");
        // Only the first one gets the box.
        long box = up.stdout().lines().filter(line -> line.contains("\"step-finished\"") && line.contains("box-ready"))
                .mapToLong(line -> JsonMapper.shared().readTree(line).get("tookMs").asLong()).sum();
        wholeUp = up.took().minusMillis(box);
        System.out.printf("seed %d, a whole up took %d ms%n", SEED, wholeUp.toMillis());
    }

    /** In thousandths of a whole {@code up}, because hosts differ. */
    static LongStream moments() {
        return new Random(SEED).longs(MOMENTS, 0, 1000);
    }

    @ParameterizedTest(name = "killed at {0} thousandths")
    @MethodSource("moments")
    void theNextUpEndsGreen(long thousandths) {
        LAB.close();
        try (RealCall up = LAB.start("up", "--provider", "docker", "--events")) {
            up.killAfter(wholeUp.multipliedBy(thousandths).dividedBy(1000));
            up.exitCode(wholeUp.multipliedBy(4));
            String[] lines = up.output().split("\n");
            System.out.printf("killed at %d thousandths, after: %s%n", thousandths, lines[lines.length - 1]);
        }
        // Green with every check of the lab, or it would not end well.
        LAB.must("up", "--provider", "docker");
    }
}

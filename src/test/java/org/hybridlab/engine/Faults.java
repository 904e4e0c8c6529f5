package org.hybridlab.engine;

import java.util.Random;

/** What goes wrong, at random but always the same for one seed. */
final class Faults {
    /** What happens to an attempt. */
    enum OfAttempt {
        NONE, FAILS_BEFORE, FAILS_HALF_WAY, FAILS_AFTER, SSH_LOST, HANGS, DEAF, BUG, MACHINE_VANISHES, MACHINE_SPOILED
    }

    /** What happens to a look. */
    enum OfLook { NONE, LIES, UNKNOWN, THROWS, HANGS, DEAF }

    static final Faults NO_FAULTS = new Faults(0, 0);

    private final Random random;
    private final double probability;

    Faults(long seed, double probability) {
        this.random = new Random(seed);
        this.probability = probability;
    }

    OfAttempt ofAttempt() {
        return random.nextDouble() < probability ? any(OfAttempt.values()) : OfAttempt.NONE;
    }

    OfLook ofLook() {
        return random.nextDouble() < probability ? any(OfLook.values()) : OfLook.NONE;
    }

    /** Between half and one and a half. */
    double slowness() {
        return 0.5 + random.nextDouble();
    }

    <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }
}

package org.hybridlab.engine.plan;

import java.time.Duration;
import java.util.Optional;

/** What a step looks at and does. Both methods may be called at any time, any number of times. */
public interface Action {
    /** A cheap look that changes nothing. Never throws for an absent effect. */
    Probe probe(StepContext context);

    /**
     * Makes the effect true, from whatever state an earlier attempt left. It may be called although all is well, as no
     * record says so or no look could tell: so it looks for itself before it takes anything away, and a look that fails
     * is a failure of the step.
     *
     * @throws org.hybridlab.common.error.LabException if that did not work
     */
    void run(StepContext context);

    /** Whether {@link #probe} may name something that {@link #run} would destroy. */
    default boolean mayDestroy() {
        return false;
    }

    /**
     * What {@link #run} may destroy where no look could tell, as in {@link Probe#destroying}: the user is asked for it
     * before anything begins.
     */
    default Optional<String> destroysUnseen() {
        return Optional.empty();
    }

    /**
     * Whether what the step needs only has to be over, be it that it failed: it says when the step may begin, and
     * nothing that the step builds on.
     */
    default boolean needsOrderOnly() {
        return false;
    }

    /**
     * About how long {@link #run} takes where nothing is in its way: what the user is told, before the journal knows
     * better. Cheap; an action that can tell only as it begins tells {@link StepContext#progress}.
     */
    default Duration usual() {
        return Duration.ofSeconds(1);
    }

    /**
     * How long {@link #run} may wait and let programs work, all of it together, before it fails by itself and says what
     * it waited for. Its step may take longer; zero for one that waits for nothing for long.
     */
    default Duration longest() {
        return Duration.ZERO;
    }
}

package org.hybridlab.check.core;

import java.util.Set;

/** One condition of a running lab. Checks run in parallel, except those that await others. */
public interface Check {
    /** Stable and unique in a lab, for example {@code dns} or {@code app/numbers}. */
    String id();

    /** The condition as a sentence, without a full stop. */
    String title();

    /** How it looks, for example "dig in a pod on each node". */
    String how();

    /** Ids of checks that this one needs. If it fails together with one of them, it is reported as not judged. */
    default Set<String> dependsOn() {
        return Set.of();
    }

    /** Ids of checks that must end before this one starts. */
    default Set<String> awaits() {
        return Set.of();
    }

    /**
     * Waits until it passes or its time is over. Undoes its changes.
     *
     * @throws org.hybridlab.common.error.LabException {@code interrupted} if the run was cancelled
     */
    Verdict judge(CheckContext context);
}

package org.hybridlab.check.core;

import java.util.Set;

/**
 * One thing that must be true of a running lab. Checks are judged at the same time, but for those that await others.
 */
public interface Check {
    /** Stable and unique in a lab, for example {@code dns} or {@code app/numbers}. */
    String id();

    /** What must be true, as a sentence without its full stop. */
    String title();

    /** How it is looked at, for example "dig in a pod on each node". */
    String how();

    /**
     * Ids of checks without which this one cannot hold. If it fails and one of them failed too, it is reported as not
     * judged: the cause lies below.
     */
    default Set<String> dependsOn() {
        return Set.of();
    }

    /** Ids of those among these checks that must have ended, well or not, before this one looks at all. */
    default Set<String> awaits() {
        return Set.of();
    }

    /**
     * Waits until it is true or its budget is over. Changes nothing that it does not take back.
     *
     * @throws org.hybridlab.common.error.LabException {@code interrupted} if the run was cancelled
     */
    Verdict judge(CheckContext context);
}

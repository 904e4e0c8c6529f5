package org.hybridlab.artifact.bundle;

import org.hybridlab.common.text.EnumIds;
import org.hybridlab.config.model.Os;

/**
 * Components that are wanted together: what every lab needs, what only some ask for, and what hybridlab itself runs.
 */
public enum Group {
    LINUX(Os.LINUX), WINDOWS(Os.WINDOWS), SIMULATION(Os.LINUX), METRICS(Os.LINUX), TOOLS(Os.LINUX);

    private final Os os;

    Group(Os os) {
        this.os = os;
    }

    /** The group that machines of that operating system need. */
    public static Group of(Os os) {
        return os == Os.WINDOWS ? WINDOWS : LINUX;
    }

    /** What its files run on. */
    public Os os() {
        return os;
    }

    /** As manifest and command line write it. */
    public String id() {
        return EnumIds.of(this);
    }
}

package org.hybridlab.service.context;

import java.util.Locale;

import org.hybridlab.common.error.LabException;

/** Losses that {@code --yes} does not agree to, as scripts always pass it. Needs an answer, or a flag of its own. */
public enum Loss {
    /** A cluster, with the last machine that has its data. */
    CLUSTER("destroy"),
    /** What others have in namespaces that a lab created in their cluster. */
    NAMESPACES("destroy"), SNAPSHOT("snapshot delete"),
    /** Volumes of a machine that was removed by hand. */
    VOLUMES("up");

    private final String command;

    Loss(String command) {
        this.command = command;
    }

    public String flag() {
        return "--lose-" + name().toLowerCase(Locale.ROOT);
    }

    /** @param what stays, and why; a sentence */
    public LabException notAgreed(String what) {
        return LabException.invalid("loss-not-confirmed", what, "Answer yes if it may go, or add %s to `hybridlab %s`. "
                .formatted(flag(), command) + "--yes does not agree to it.");
    }
}

package org.hybridlab.check.core;

/** On what something was seen. */
public enum EvidenceSource {
    /** The lab's own machines. */
    REAL("seen on the real machines"),
    /** Something that stands in for them, such as another operating system's build of the same program. */
    STAND_IN("seen on a stand-in"),
    /** Nodes that kwok plays: Kubernetes believes in them, but nothing runs there. */
    SIMULATED("seen in simulation only");

    private final String description;

    EvidenceSource(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }
}

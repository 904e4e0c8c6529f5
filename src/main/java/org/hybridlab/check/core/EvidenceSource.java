package org.hybridlab.check.core;

/** On what something was seen. */
public enum EvidenceSource {
    /** The lab's own machines. */
    REAL("seen on the real machines"),
    /** Something that stands in for them, such as another operating system's build of the same program. */
    STAND_IN("seen on a stand-in"),
    /** Nodes that kwok plays: Kubernetes believes in them, but nothing runs there. */
    SIMULATED("seen in simulation only");

    private final String words;

    EvidenceSource(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}

package org.hybridlab.check.core;

public enum EvidenceSource {
    REAL("seen on the real machines"),
    /** A replacement, such as another system's build of the same program. */
    STAND_IN("seen on a stand-in"),
    /** Nodes of kwok, where nothing runs. */
    SIMULATED("seen in simulation only");

    private final String description;

    EvidenceSource(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }
}

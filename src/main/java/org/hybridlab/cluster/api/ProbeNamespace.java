package org.hybridlab.cluster.api;

/** A namespace that checks make for their pods, and delete afterwards: no object in it is the user's. */
public final class ProbeNamespace {
    /** What it is known by, and each of its pods. */
    public static final String LABEL = "hybridlab.org/probes";

    private ProbeNamespace() {
    }
}

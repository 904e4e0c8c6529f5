package org.hybridlab.cluster.api;

/** The namespace of the checks' own pods. Checks delete it afterwards. */
public final class ProbeNamespace {
    /** On the namespace and each of its pods. */
    public static final String LABEL = "hybridlab.org/probes";

    private ProbeNamespace() {
    }
}

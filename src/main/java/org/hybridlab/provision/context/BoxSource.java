package org.hybridlab.provision.context;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;

/** Where the machines' box comes from: built from the bundle, or somebody else's. */
public interface BoxSource {
    /** What the Vagrantfile calls it. */
    String name();

    /** Whether it has no Kubernetes in it. */
    boolean isStock();

    /** A cheap look. */
    boolean exists(Cancellation cancellation);

    /** Builds or fetches it; may take many minutes, and says what it does and how far it has come. */
    void ensure(Fetching fetching);
}

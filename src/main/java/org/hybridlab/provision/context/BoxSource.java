package org.hybridlab.provision.context;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;

public interface BoxSource {
    /** As in the Vagrantfile. */
    String name();

    /** Whether it lacks Kubernetes. */
    boolean isStock();

    /** Cheap. */
    boolean exists(Cancellation cancellation);

    /** Builds or downloads it, which may take many minutes. */
    void ensure(Fetching fetching);
}

package org.hybridlab.provision.windows;

import org.junit.jupiter.api.Tag;

/** The programs of Kubernetes 1.34: the last whose kubelet is told the pause image. */
@Tag("long")
class Windows134ProgramsTest extends KubernetesOnWindows {
    Windows134ProgramsTest() {
        super("1.34", "--pod-infra-container-image=registry.k8s.io/pause:3.10.1");
    }
}

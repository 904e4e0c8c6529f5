package org.hybridlab.provision.windows;

import org.junit.jupiter.api.Tag;

/** The programs of Kubernetes 1.36. */
@Tag("long")
class Windows136ProgramsTest extends KubernetesOnWindows {
    Windows136ProgramsTest() {
        super("1.36");
    }
}

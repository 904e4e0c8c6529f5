package org.hybridlab.provision.windows;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The programs of Kubernetes 1.35. */
@Tag("long")
class Windows135ProgramsTest extends KubernetesOnWindows {
    Windows135ProgramsTest() {
        super("1.35");
    }

    /** The rule {@code flag-removed} names this branch as the first without it. */
    @Test
    void kubelet_hasNoPauseImageFlag() {
        wine.run(List.of("C:\\k\\kubelet.exe", "--pod-infra-container-image=registry.k8s.io/pause:3.10.1")).fails()
                .saying("unknown flag: --pod-infra-container-image");
    }
}

package org.hybridlab.provision.windows;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The programs of Kubernetes 1.33: the last whose kubelet is told containerd's pipe by a flag, and whose kubeadm must
 * have an answer from PowerShell, which a stand-in gives.
 */
@Tag("long")
class Windows133ProgramsTest extends KubernetesOnWindows {
    Windows133ProgramsTest() {
        super("1.33", "--container-runtime-endpoint=npipe:////./pipe/containerd-containerd",
                "--pod-infra-container-image=registry.k8s.io/pause:3.10");
    }

    @BeforeAll
    void powerShell() {
        wine.standInForPowerShell();
    }
}

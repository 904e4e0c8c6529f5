package org.hybridlab.vagrant;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.lab.Machine;

/** What a container needs to be a machine that runs systemd, containerd and kubelet, and why. */
final class DockerArguments {
    private static final List<String> MACHINE = List.of(
            // Two kubelets in the host's cgroup namespace would share one cgroup tree.
            "--cgroupns=private",
            // --privileged instead fails on hosts that lack CAP_SYS_RESOURCE themselves.
            "--cap-add=SYS_ADMIN", "--cap-add=NET_ADMIN", "--cap-add=SYS_PTRACE",
            "--security-opt=seccomp=unconfined", "--security-opt=apparmor=unconfined",
            // Else /proc/sys is read-only.
            "--security-opt=systempaths=unconfined",
            // Else no privileged pod starts (devices.allow: operation not permitted).
            "--device-cgroup-rule=a *:* rwm",
            "--tmpfs=/run", "--tmpfs=/tmp:exec",
            // Overlay on overlay fails: what kubelet and containerd mount lies on volumes.
            "--volume=/var/lib/containerd", "--volume=/var/lib/kubelet",
            "--volume=/lib/modules:/lib/modules:ro");

    private DockerArguments() {
    }

    /** @param network docker's name of it */
    static List<String> of(LabId id, Machine machine, String network) {
        List<String> arguments = new ArrayList<>(List.of(
                "--label=" + DockerProvider.LAB_LABEL + "=" + id,
                "--label=" + DockerProvider.MACHINE_LABEL + "=" + machine.name(),
                "--network=" + network, "--ip=" + machine.address(),
                "--publish=127.0.0.1::22"));
        arguments.addAll(MACHINE);
        return arguments;
    }
}

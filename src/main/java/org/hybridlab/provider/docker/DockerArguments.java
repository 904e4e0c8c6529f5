package org.hybridlab.provider.docker;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.LabId;

/** What a container needs to be a machine that runs systemd, containerd and kubelet, and why. */
public final class DockerArguments {
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
            "--volume=/lib/modules:/lib/modules:ro");

    /** Overlay on overlay fails: what kubelet and containerd mount lies on volumes. */
    private static final List<String> VOLUMES = List.of("/var/lib/containerd", "/var/lib/kubelet");

    private DockerArguments() {
    }

    /** @param network docker's name of it */
    public static List<String> of(LabId id, Machine machine, String network) {
        String lab = DockerProvider.LAB_LABEL + "=" + id;
        List<String> arguments = new ArrayList<>(List.of(
                "--label=" + lab,
                "--label=" + DockerProvider.MACHINE_LABEL + "=" + machine.name(),
                "--network=" + network, "--ip=" + machine.address(),
                "--publish=127.0.0.1::22"));
        arguments.addAll(MACHINE);
        // Without a name they go with the container, and by their label when somebody removed it without them.
        VOLUMES.forEach(path -> arguments.add("--mount=type=volume,target=%s,volume-label=%s".formatted(path, lab)));
        return arguments;
    }
}

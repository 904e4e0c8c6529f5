package org.hybridlab.provider.docker;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.LabId;

/** What a container needs to run systemd, containerd and kubelet. */
public final class DockerArguments {
    static final List<String> MACHINE = List.of(
            // In the host's namespace, two kubelets would share one cgroup tree.
            "--cgroupns=private",
            // --privileged fails on hosts that lack CAP_SYS_RESOURCE themselves.
            "--cap-add=SYS_ADMIN", "--cap-add=NET_ADMIN", "--cap-add=SYS_PTRACE",
            "--security-opt=seccomp=unconfined", "--security-opt=apparmor=unconfined",
            // Otherwise /proc/sys is read-only.
            "--security-opt=systempaths=unconfined",
            // Otherwise sudo fails if the daemon has no-new-privileges.
            "--security-opt=no-new-privileges=false",
            // Otherwise no privileged pod starts (devices.allow: operation not permitted).
            "--device-cgroup-rule=a *:* rwm",
            // Shuts systemd down, unlike SIGTERM.
            "--stop-signal=SIGRTMIN+3",
            "--tmpfs=/run", "--tmpfs=/tmp:exec",
            "--volume=/lib/modules:/lib/modules:ro");

    /** Overlay on overlay fails, so these folders are volumes. */
    private static final List<String> VOLUMES = List.of("/var/lib/containerd", "/var/lib/kubelet");

    private DockerArguments() {
    }

    /** @param network docker's name of it */
    static List<String> of(LabId id, Machine machine, String network, List<String> labels) {
        List<String> arguments = new ArrayList<>();
        labels.forEach(label -> arguments.add("--label=" + label));
        arguments.addAll(List.of("--label=" + DockerProvider.MACHINE_LABEL + "=" + machine.name(),
                "--network=" + network, "--ip=" + machine.address(),
                "--publish=127.0.0.1::22"));
        arguments.addAll(MACHINE);
        // Anonymous volumes are removed with the container. Their labels find those that are left.
        VOLUMES.forEach(path -> arguments.add("--mount=type=volume,target=" + path + labels.stream()
                .map(label -> "," + quoted("volume-label=" + label)).collect(Collectors.joining())));
        return arguments;
    }

    public static List<String> of(LabId id, Machine machine, String network) {
        return of(id, machine, network, DockerProvider.labels(id, Optional.empty()));
    }

    /** Docker parses the mount as CSV. */
    private static String quoted(String field) {
        return field.matches("[^,\"\n]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}

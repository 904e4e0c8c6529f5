package org.hybridlab.vagrant;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.failure.LabException;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.Command;
import org.hybridlab.process.Processes;
import org.hybridlab.process.Result;

/**
 * Linux machines as light systemd containers: real kubeadm and real flannel in seconds, without hardware
 * virtualisation. All of a lab's containers carry the label {@value #LAB_LABEL}.
 */
public final class DockerProvider implements Provider {
    static final String LAB_LABEL = "org.hybridlab.lab";
    static final String MACHINE_LABEL = "org.hybridlab.machine";

    private final Processes processes;

    public DockerProvider(Processes processes) {
        this.processes = processes;
    }

    @Override
    public ProviderName name() {
        return ProviderName.DOCKER;
    }

    @Override
    public Map<String, MachineState> states(LabId lab, Cancellation cancellation) {
        Map<String, MachineState> states = new LinkedHashMap<>();
        docker(cancellation, "ps", "--all", "--filter", "label=" + LAB_LABEL + "=" + lab,
                "--format", "{{.Label \"" + MACHINE_LABEL + "\"}} {{.State}}").lines().forEach(line -> {
                    int blank = line.indexOf(' ');
                    states.put(line.substring(0, blank), MachineState.of(line.substring(blank + 1)));
                });
        return states;
    }

    @Override
    public Map<String, Object> model(LabId id, Lab lab, Machine machine) {
        return Map.of("container", id.machine(machine.name()), "arguments", arguments(id, machine));
    }

    /** Why each is needed: kubernetes-from-packages.md section 3; docs/providers.md repeats it for readers. */
    private static List<String> arguments(LabId id, Machine machine) {
        List<String> arguments = new ArrayList<>(List.of(
                "--label", LAB_LABEL + "=" + id,
                "--label", MACHINE_LABEL + "=" + machine.name(),
                "--network", id.toString(), "--ip", machine.address().toString(),
                "--publish", "127.0.0.1::22"));
        arguments.addAll(List.of(
                // Two kubelets in the host's cgroup namespace would share one cgroup tree.
                "--cgroupns=private",
                // --privileged instead fails on hosts that lack CAP_SYS_RESOURCE themselves.
                "--cap-add", "SYS_ADMIN", "--cap-add", "NET_ADMIN", "--cap-add", "SYS_PTRACE",
                "--security-opt", "seccomp=unconfined", "--security-opt", "apparmor=unconfined",
                // Else /proc/sys is read-only.
                "--security-opt", "systempaths=unconfined",
                // Else no privileged pod starts (devices.allow: operation not permitted).
                "--device-cgroup-rule", "a *:* rwm",
                "--tmpfs", "/run", "--tmpfs", "/tmp:exec",
                // Overlay on overlay fails: what is mounted as overlay later lies on volumes.
                "--volume", "/var/lib/containerd", "--volume", "/var/lib/kubelet",
                "--volume", "/lib/modules:/lib/modules:ro"));
        return arguments;
    }

    @Override
    public void prepare(LabId id, Lab lab, Cancellation cancellation) {
        if (networks(id, cancellation).isEmpty()) {
            docker(cancellation, "network", "create", "--label", LAB_LABEL + "=" + id,
                    "--subnet", lab.network().machines().toString(),
                    "--opt", "com.docker.network.bridge.name=" + id.bridge(), id.toString());
        }
    }

    @Override
    public void release(LabId id, Cancellation cancellation) {
        List<String> containers = docker(cancellation, "ps", "--all", "--quiet",
                "--filter", "label=" + LAB_LABEL + "=" + id).lines().toList();
        containers.forEach(container -> docker(cancellation, "rm", "--force", "--volumes", container));
        networks(id, cancellation).forEach(network -> docker(cancellation, "network", "rm", network));
    }

    private List<String> networks(LabId id, Cancellation cancellation) {
        return docker(cancellation, "network", "ls", "--quiet", "--filter", "label=" + LAB_LABEL + "=" + id)
                .lines().toList();
    }

    private String docker(Cancellation cancellation, String... words) {
        Result result = processes.run(Command.of("docker").with(words), cancellation);
        if (!result.ok()) {
            throw LabException.hostNotReady("provider-not-answering",
                    "docker %s failed: %s".formatted(words[0], result.stderr().strip()),
                    "Run `hybridlab doctor`: it says whether docker runs and whether you may use it.")
                    .because(result.command().pasteable() + " exited with " + result.exitCode());
        }
        return result.stdout();
    }
}

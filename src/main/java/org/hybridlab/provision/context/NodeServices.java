package org.hybridlab.provision.context;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;

/**
 * The services that make a Windows machine a node. Windows gives each 30 s to start with the machine, which may be too
 * short on a slow host (errors 1053 and 1068). It starts none of these again: it restarts only services that ran.
 */
public final class NodeServices {
    public static final Duration WITHIN = WindowsGuest.QUICK;
    private static final String START = """
            foreach ($name in @(%s)) {
                $service = Get-Service -Name $name -ErrorAction SilentlyContinue
                if (($null -ne $service) -and ($service.Status -eq 'Stopped')) {
                    Write-Output "the service $name is stopped: starting it"
                    Start-Service -Name $name -ErrorAction SilentlyContinue
                }
            }
            """;

    private final LabContext labContext;
    private final Machine machine;

    public NodeServices(LabContext labContext, Machine machine) {
        this.labContext = labContext;
        this.machine = machine;
    }

    /** Those that are there and stopped, in the order of their needs. One that does not start is told by who waits. */
    public void start(StepContext context) {
        String names = List.of("containerd", "kubelet", labContext.windowsMachine(machine).networkService(),
                "kube-proxy").stream().map("'%s'"::formatted).collect(Collectors.joining(", "));
        labContext.windowsGuest(machine, context).powershell(START.formatted(names)).lines()
                .filter(line -> !line.isBlank()).forEach(context::line);
    }
}

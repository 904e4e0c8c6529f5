package org.hybridlab.provision.context;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;

/**
 * The services of a Windows node. Windows gives each 30 s at boot, which may be too short on a slow host (errors 1053
 * and 1068). It restarts only services that ran.
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

    /** Starts stopped services, dependencies first. A step that waits for a service reports its failure. */
    public void start(StepContext context) {
        String names = List.of("containerd", "kubelet", labContext.windowsMachine(machine).networkService(),
                "kube-proxy").stream().map("'%s'"::formatted).collect(Collectors.joining(", "));
        labContext.windowsGuest(machine, context).powershell(START.formatted(names)).lines()
                .filter(line -> !line.isBlank()).forEach(context::line);
    }
}

package org.hybridlab.provision.legacy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.kubernetes.NodeReady;
import org.hybridlab.provision.render.ClassicRendering;
import org.hybridlab.provision.render.ScriptNames;
import org.hybridlab.provision.windows.WindowsNodeJoined;
import org.hybridlab.provision.windows.WindowsRebooted;
import org.hybridlab.provision.windows.WindowsScriptRan;

/**
 * The part of {@code up --force} that is the book's alone, in the book's order: Docker and Kubernetes on Linux machines
 * (its sections 18.2 and 18.3); on Windows machines Docker, a reboot, the DaemonSets, PrepareNode.ps1 and the join
 * (18.4). Between them are the steps of every lab, with settings of that time: control plane, flannel, joins of Linux
 * machines.
 */
public final class ClassicPlanner {
    /** One attempt at what comes from the internet; flannel's image alone has five gigabytes. */
    private static final Duration PREPARE = Duration.ofMinutes(10);
    private static final Duration REBOOT = Duration.ofMinutes(20);
    private static final Duration READY = Duration.ofMinutes(60);

    private final LabContext labContext;
    private final Lab lab;
    private final List<Step> steps = new ArrayList<>();

    private ClassicPlanner(LabContext labContext) {
        this.labContext = labContext;
        this.lab = labContext.lab();
    }

    /** None for labs of today. */
    public static List<Step> of(LabContext labContext) {
        ClassicPlanner planner = new ClassicPlanner(labContext);
        if (ClassicRendering.isOf(labContext.lab())) {
            labContext.lab().machines().stream().filter(machine -> !machine.isWindows()).forEach(planner::linux);
            planner.windows();
        }
        return planner.steps;
    }

    private void linux(Machine machine) {
        add(StepBuilder.step("machine-equipped", "Install Docker and Kubernetes %s on %s".formatted(lab.kubernetes(),
                        machine.name())).about(machine)
                .needs(StepIds.id("machine-prepared", machine))
                .timeout(DockerInstalled.INSTALL)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(labContext.files().classic().linuxSetup(machine))
                .action(new DockerInstalled(labContext, machine)));
    }

    private void windows() {
        if (lab.hasWindows()) {
            add(StepBuilder.step(StepIds.WINDOWS_PODS, "Apply kube-proxy and flannel for Windows machines")
                    .needs(StepIds.podNetworkIsThere(lab))
                    .timeout(labContext.timeouts().apply())
                    .retry(LabContext.NETWORK_RETRY)
                    .inputs(labContext.files().classic().files())
                    .action(new ClassicPodsApplied(labContext)));
            lab.windowsMachines().forEach(this::windows);
        }
    }

    private void windows(Machine machine) {
        add(script("machine-prepared", "Prepare " + machine.name(), "prepare.ps1", machine, PREPARE)
                .needs(StepIds.id(StepIds.MACHINE_RUNNING, machine)));
        add(script("features-installed", "Install Docker on " + machine.name(), ScriptNames.CLASSIC_WINDOWS, machine,
                DockerInstalled.INSTALL)
                .needs(StepIds.id("machine-prepared", machine))
                .retry(LabContext.NETWORK_RETRY));
        add(StepBuilder.step("machine-rebooted", "Reboot %s if it has to".formatted(machine.name())).about(machine)
                .needs(StepIds.id("features-installed", machine))
                .timeout(REBOOT)
                .inputs(machine.name())
                .action(new WindowsRebooted(labContext, machine, REBOOT, Optional.empty())));
        add(script("kubelet-installed", "Install kubelet and wins on " + machine.name(),
                ScriptNames.CLASSIC_PREPARE_NODE,
                machine, DockerInstalled.INSTALL)
                .needs(StepIds.id("machine-rebooted", machine), StepIds.WINDOWS_PODS)
                .retry(LabContext.NETWORK_RETRY));
        add(StepBuilder.step("node-joined", "Join " + machine.name()).about(machine)
                .needs(StepIds.id("kubelet-installed", machine), StepIds.clusterIsThere(lab))
                .timeout(WindowsNodeJoined.JOIN)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.name())
                .action(new WindowsNodeJoined(labContext, machine)));
        add(StepBuilder.step(StepIds.NODE_READY, "Wait until %s is Ready".formatted(machine.name())).about(machine)
                .needs(StepIds.id("node-joined", machine), StepIds.WINDOWS_PODS)
                .timeout(READY)
                .inputs(machine.name(), machine.address())
                .action(new NodeReady(labContext, machine, READY)));
    }

    private StepBuilder script(String kind, String title, String script, Machine machine, Duration within) {
        return StepBuilder.step(kind, title).about(machine)
                .timeout(within)
                .inputs(labContext.windowsFiles(machine).fingerprint(script))
                .action(new WindowsScriptRan(labContext, machine, script, within));
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }
}

package org.hybridlab.provision.up;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.CheckListener;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.CheckRun;
import org.hybridlab.check.core.CheckTimeouts;
import org.hybridlab.check.core.HttpWeb;
import org.hybridlab.check.core.ProbePods;
import org.hybridlab.check.core.WindowsView;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.state.NodeLabel;

public final class LabChecks {
    private static final Duration LOOK = Duration.ofMinutes(2);

    private LabChecks() {
    }

    /** Probe pods on Linux nodes; creates none yet. Throws {@code kubeconfig-unreadable} if the lab is not up. */
    public static ProbePods probes(LabContext labContext) {
        return new ProbePods(labContext.cluster(), labContext.templates(), linuxNodes(labContext),
                labContext.facts().images().agnhost(),
                "hybridlab-check-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX),
                labContext.timeouts() != Timeouts.EMULATED);
    }

    /** @param enough once true, each check judges by its next look */
    public static CheckResults judge(List<Check> checks, LabContext labContext, ProbePods probes,
                                     CheckListener listener, BooleanSupplier enough, Cancellation cancellation) {
        ProbePods windowsProbes = new ProbePods(labContext.cluster(), labContext.templates(),
                labContext.lab().madeWindowsMachines().stream().map(Machine::name).toList(),
                labContext.facts().images().agnhost(), probes.namespace() + "-windows", false);
        WindowsView windows = new WindowsView(windowsProbes, machine -> facts(labContext, machine, cancellation));
        CheckTimeouts timeouts = labContext.timeouts() == Timeouts.EMULATED ? CheckTimeouts.EMULATED
                : CheckTimeouts.NATIVE;
        return CheckRun.judge(checks, new CheckContext(labContext.lab(), labContext.files().manifests(),
                labContext.cluster(), labContext.created().cluster().kubectl(labContext.processes()),
                labContext::shell, new HttpWeb(timeouts.connect()), probes, windows, timeouts,
                new MachineFaults(labContext, cancellation)::look, enough, cancellation),
                listener);
    }

    /** In a cluster of others also one of its own nodes, to test traffic between the two. */
    private static List<String> linuxNodes(LabContext labContext) {
        Stream<String> ours = labContext.lab().nodes().stream().filter(machine -> machine.os() == Os.LINUX)
                .map(Machine::name);
        Stream<String> theirs = !labContext.lab().joinsExisting() ? Stream.of() : labContext.cluster().nodes().stream()
                .filter(node -> node.ready() && !node.simulated() && node.os().equals("linux")
                        && !NodeLabel.isOf(labContext.id(), node)).map(Node::name).limit(1);
        return Stream.concat(ours, theirs).toList();
    }

    private static List<String> facts(LabContext labContext, Machine machine, Cancellation cancellation) {
        return labContext.shell(machine).script(labContext.script(machine, "look.ps1"), List.of(), LOOK, line -> { },
                cancellation)
                .orFail("windows-script-failed", "look.ps1 failed on %s.".formatted(machine.name()),
                        "Read it: " + labContext.script(machine, "look.ps1") + ", then run the same command again.")
                .stdout().lines().map(String::strip).toList();
    }
}

package org.hybridlab.provision.up;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.hybridlab.check.Checks;
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

/** Judges all checks of a lab that is up. */
public final class LabChecks {
    private static final Duration LOOK = Duration.ofMinutes(2);

    private LabChecks() {
    }

    /** @throws org.hybridlab.common.error.LabException {@code kubeconfig-unreadable} if the lab is not up */
    public static CheckResults judge(LabContext tools, CheckListener listener, Cancellation cancellation) {
        return judge(tools, listener, () -> false, cancellation);
    }

    /** @param enough once true, each check judges by its next look */
    public static CheckResults judge(LabContext tools, CheckListener listener, BooleanSupplier enough,
                                     Cancellation cancellation) {
        List<Check> checks = Checks.of(tools.lab());
        List<String> linuxNodes = linuxNodes(tools);
        ProbePods probes = new ProbePods(tools.cluster(), tools.templates(), linuxNodes, tools.facts().images()
                .agnhost(),
                "hybridlab-check-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX));
        ProbePods windowsProbes = new ProbePods(tools.cluster(), tools.templates(),
                tools.lab().madeWindowsMachines().stream().map(Machine::name).toList(), tools.facts().images()
                .agnhost(),
                probes.namespace() + "-windows");
        WindowsView windows = new WindowsView(windowsProbes, machine -> facts(tools, machine, cancellation));
        CheckTimeouts timeouts = tools.timeouts() == Timeouts.EMULATED ? CheckTimeouts.EMULATED : CheckTimeouts.NATIVE;
        return CheckRun.judge(checks, new CheckContext(tools.lab(), tools.files().manifests(), tools.cluster(),
                tools.created().cluster().kubectl(tools.processes()), tools::shell, new HttpWeb(), probes, windows,
                        timeouts,
                enough, cancellation), listener);
    }

    /** In a cluster of others also one of its own: whether the two talk to each other is what is asked. */
    private static List<String> linuxNodes(LabContext tools) {
        Stream<String> ours = tools.lab().nodes().stream().filter(machine -> machine.os() == Os.LINUX)
                .map(Machine::name);
        Stream<String> theirs = !tools.lab().joinsExisting() ? Stream.of() : tools.cluster().nodes().stream()
                .filter(node -> node.ready() && !node.simulated() && node.os().equals("linux")
                        && !NodeLabel.isOf(tools.lab().name(), node)).map(Node::name).limit(1);
        return Stream.concat(ours, theirs).toList();
    }

    private static List<String> facts(LabContext tools, Machine machine, Cancellation cancellation) {
        return tools.shell(machine).script(tools.script(machine, "look.ps1"), List.of(), LOOK, line -> { },
                cancellation)
                .orFail("windows-script-failed", "look.ps1 failed on %s.".formatted(machine.name()),
                        "Read it: " + tools.script(machine, "look.ps1") + ", then run the same command again.")
                .stdout().lines().map(String::strip).toList();
    }
}

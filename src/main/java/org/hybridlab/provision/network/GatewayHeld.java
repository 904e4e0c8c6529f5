package org.hybridlab.provision.network;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.NodeShare;

/**
 * A Linux machine holds the gateway of a Windows machine's pods as a virtual address, and others have the route. In two
 * phases, since Kubernetes assigns the pod CIDR to an existing node.
 */
public final class GatewayHeld implements Action {
    private static final Duration HELD = Duration.ofSeconds(30);

    private final LabContext labContext;
    private final Lab lab;
    private final Machine windows;

    public GatewayHeld(LabContext labContext, Machine windows) {
        this.labContext = labContext;
        this.lab = labContext.lab();
        this.windows = windows;
    }

    @Override
    public Probe probe(StepContext context) {
        Optional<Cidr> pods = labContext.hasCluster() ? NodeShare.of(labContext, windows) : Optional.empty();
        if (pods.isEmpty()) {
            return Probe.absent(windows.name() + " has no network for its pods yet");
        }
        for (Machine machine : linux()) {
            if (!labContext.states(context.cancellation()).isRunning(machine)
                    || !script(pods.get()).isDone(labContext, machine, context)) {
                return Probe.absent(machine.name() + " does not know the way to the pods of " + windows.name());
            }
        }
        return held(pods.get(), context);
    }

    @Override
    public Duration longest() {
        return NodeShare.GIVEN.plus(labContext.timeouts().script().multipliedBy(linux().size())).plus(HELD);
    }

    @Override
    public void run(StepContext context) {
        Cidr pods = NodeShare.await(labContext, windows, context);
        GatewayScript script = script(pods);
        linux().forEach(machine -> script.run(labContext, machine, context));
        Wait.until("a machine holds " + pods.address(1), HELD)
                .orFail("gateway-not-held", "Its log says why: hybridlab logs %s %s --unit hybridlab-gateway-%s"
                        .formatted(labContext.word(), lab.gateways().get(0).name(), windows.name()))
                .that(() -> held(pods, context), Probe::isPresent, Probe::reason, context.cancellation());
    }

    private Probe held(Cidr pods, StepContext context) {
        // Includes a holder by an earlier lab file.
        List<String> holders = linux().stream().filter(machine -> labContext.guest(machine, context)
                .holds(pods.address(1))).map(Machine::name).toList();
        return holders.size() == 1 ? Probe.present("%s holds %s".formatted(holders.get(0), pods.address(1)))
                : Probe.absent(holders.isEmpty() ? "nobody holds " + pods.address(1)
                : "%s hold %s".formatted(String.join(" and ", holders), pods.address(1)));
    }

    /** For a Linux machine, once the pod CIDR is known. */
    String script(Machine machine, Cidr pods) {
        return script(pods).text(labContext, machine);
    }

    private GatewayScript script(Cidr pods) {
        List<Ipv4> holders = lab.gateways().stream().map(Machine::address).toList();
        // Unique on the wire: from 1 to 255.
        return new GatewayScript(windows, pods, holders, lab.windowsMachines().indexOf(windows) + 1, false);
    }

    private List<Machine> linux() {
        return lab.nodes().stream().filter(machine -> !machine.isWindows()).toList();
    }
}

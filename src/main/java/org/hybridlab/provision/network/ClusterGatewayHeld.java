package org.hybridlab.provision.network;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.NodeShare;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.state.NodeLabel;

/**
 * A Windows machine reaches its pods' gateway on a Linux machine of a foreign cluster. The lab writes scripts for the
 * cluster's owner, and waits until the gateway answers.
 */
public final class ClusterGatewayHeld extends InMachine {
    /** For somebody who reads and runs a few scripts. Another {@code up} continues. */
    private static final Duration HELD = Duration.ofMinutes(10);
    private static final Duration EVERY = Duration.ofSeconds(3);

    public ClusterGatewayHeld(LabContext labContext, Machine windows) {
        super(labContext, windows);
    }

    @Override
    public Probe look(StepContext context) {
        Optional<Cidr> pods = labContext.hasCluster() ? NodeShare.of(labContext, machine) : Optional.empty();
        if (pods.isEmpty()) {
            return Probe.absent(machine.name() + " has no network for its pods yet");
        }
        GatewayScript script = script(pods.get());
        for (Ipv4 other : others()) {
            if (!written().isWritten(other, script.file(), text(script, other))) {
                return Probe.absent("the script for %s is not written".formatted(other));
            }
        }
        for (Machine own : StepIds.linux(labContext.lab().nodes())) {
            if (!script.ofLab().isDone(labContext, own, context)) {
                return Probe.absent(own.name() + " does not know the way to the pods of " + machine.name());
            }
        }
        return answers(script, context);
    }

    @Override
    public Duration longest() {
        return NodeShare.GIVEN.plus(labContext.timeouts().script().multipliedBy(labContext.lab().nodes().size()))
                .plus(HELD).plus(HELD);
    }

    @Override
    public void run(StepContext context) {
        GatewayScript script = script(NodeShare.await(labContext, machine, context));
        List<Ipv4> others = others();
        others.forEach(other -> written().write(other, script.file(), text(script, other)));
        // The lab's own Linux machines hold no gateway, but need the route.
        StepIds.linux(labContext.lab().nodes()).forEach(own -> script.ofLab().run(labContext, own, context));
        if (answers(script, context).isPresent()) {
            return;
        }
        String what = "ssh ADDRESS sudo bash -s < %s/ADDRESS/%s".formatted(written().folder(), script.file());
        String where = others.stream().map(Ipv4::toString).collect(Collectors.joining(", "));
        context.line("waiting for %s: run this for each of %s: %s".formatted(script.gateway(), where, what));
        Wait.until("%s reaches %s, the gateway of its pods".formatted(machine.name(), script.gateway()), HELD)
                .every(EVERY)
                .orFail("cluster-gateway-not-held",
                        ("On these Linux machines of the cluster, run a script as root: %s. For each: %s. "
                                + "Then run the same command again.")
                                .formatted(where, what))
                .that(() -> answers(script, context), Probe::isPresent, Probe::reason, context.cancellation());
    }

    private Probe answers(GatewayScript script, StepContext context) {
        return labContext.windowsGuest(machine, context).reaches(script.gateway())
                ? Probe.present("%s answers %s".formatted(script.gateway(), machine.name()))
                : Probe.absent("%s does not answer %s".formatted(script.gateway(), machine.name()));
    }

    private GatewayScript script(Cidr pods) {
        return GatewayScript.ofOthers(machine, pods, labContext.lab().cluster().orElseThrow().gateways());
    }

    /** Named by address, since the cluster's names are others' text. */
    private String text(GatewayScript script, Ipv4 other) {
        return script.text(labContext.templates(), other.toString(), other);
    }

    private List<Ipv4> others() {
        List<Ipv4> all = new ArrayList<>();
        for (Node node : labContext.cluster().nodes()) {
            if (node.os().equals("linux") && !NodeLabel.isOf(labContext.id(), node)) {
                node.addresses().stream().filter(address -> !address.contains(":")).map(Ipv4::parse)
                        .filter(labContext.lab().network().machines()::contains).limit(1).forEach(all::add);
            }
        }
        return all.stream().sorted().toList();
    }

    private ClusterGatewayScripts written() {
        return new ClusterGatewayScripts(labContext.workspace());
    }
}

package org.hybridlab.check.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Machine;

/** One Linux machine holds the gateway of each Windows machine's pods, and every Linux machine reaches it. */
public final class GatewaysHeld implements Check {
    private static final Duration EACH = Duration.ofSeconds(20);

    @Override
    public String id() {
        return "gateways";
    }

    @Override
    public String title() {
        return "One Linux machine holds the gateway of each Windows machine's pods";
    }

    @Override
    public String how() {
        return "the addresses of each Linux machine, and ping from each";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        return context.watch("the virtual gateways are held", () -> look(context));
    }

    private static Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Machine windows : context.lab().windowsMachines()) {
            Optional<Cidr> pods = context.cluster().node(windows.name()).flatMap(Node::podCidr).map(Cidr::parse);
            if (pods.isEmpty()) {
                complaints.add(windows.name() + " has no network for its pods");
            } else {
                look(context, pods.get().address(1).toString(), windows, complaints, evidence);
            }
        }
        return Observation.of(complaints, "Each gateway has one holder, and every Linux machine reaches it.", evidence);
    }

    private static void look(CheckContext context, String gateway, Machine windows, List<String> complaints,
                             List<String> evidence) {
        List<String> holders = context.linuxNodes().stream().filter(machine -> holds(context, machine, gateway))
                .map(Machine::name).toList();
        String whose = "%s, the gateway of %s".formatted(gateway, windows.name());
        if (holders.size() != 1) {
            complaints.add("%s has %s".formatted(whose, holders.isEmpty() ? "no holder" : "holders "
                    + String.join(" and ", holders)));
            return;
        }
        evidence.add("%s holds %s".formatted(holders.get(0), whose));
        context.linuxNodes().forEach(machine -> {
            boolean reached = Ping.answers(context, machine, gateway);
            (reached ? evidence : complaints).add("%s %s %s".formatted(machine.name(),
                    reached ? "reaches" : "does not reach", gateway));
        });
    }

    /** A machine that does not tell may still hold it. */
    private static boolean holds(CheckContext context, Machine machine, String gateway) {
        return !run(context, machine, "ip", "-o", "address", "show", "to", gateway).orFail("gateway-unknown",
                machine.name() + " does not say which addresses it has.",
                "Log in with `hybridlab ssh LAB %s`, and run there: ip address".formatted(machine.name()))
                .stdout().isBlank();
    }

    private static Result run(CheckContext context, Machine machine, String... words) {
        return context.shells().apply(machine).run(List.of(words), Optional.empty(), EACH, line -> { },
                context.cancellation());
    }
}

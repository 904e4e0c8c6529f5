package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.WindowsFacts;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Machine;

/**
 * Without an overlay, every Windows machine has a route to each other node's pods by that node's address, on the
 * interface with its own (flannel's hostgw_windows.go). With a virtual gateway, it has one route to all pods through
 * that.
 */
public final class WindowsRoutes extends WindowsCheck {
    public WindowsRoutes() {
        super(false, "flannel-host-route-old-windows");
    }

    @Override
    public String id() {
        return "windows-routes";
    }

    @Override
    public String title() {
        return "Every Windows machine has a route to the pods of each other node";
    }

    @Override
    public String how() {
        return "Get-NetRoute and Get-NetIPAddress on each Windows machine against the nodes' shares of the pod network";
    }

    @Override
    Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Machine machine : context.lab().madeWindowsMachines()) {
            WindowsFacts said = context.windows().look(machine);
            wanted(context, machine).forEach(route -> judge(machine, route, said, complaints, evidence));
        }
        return Observation.of(complaints, "Every Windows machine has its %d routes.".formatted(evidence.size()),
                evidence);
    }

    private static void judge(Machine machine, Route wanted, WindowsFacts said, List<String> complaints,
                              List<String> evidence) {
        List<String> there = said.of("route").stream()
                .filter(fact -> fact[0].equals(wanted.pods()) && fact[1].equals(wanted.gateway()))
                .map(fact -> WindowsFacts.part(fact, 2)).toList();
        Set<String> right = said.of("interface").stream().filter(fact -> fact[0].equals(wanted.from()))
                .map(fact -> fact[1]).collect(Collectors.toSet());
        if (there.isEmpty()) {
            complaints.add("%s has no route to the pods of %s: %s".formatted(machine.name(), wanted.whose(), wanted));
        } else if (right.isEmpty() || there.contains("") || there.stream().anyMatch(right::contains)) {
            // Unknown values are not judged: an interface without a name, or an address that nobody has.
            evidence.add("%s has a route to the pods of %s: %s".formatted(machine.name(), wanted.whose(), wanted));
        } else {
            complaints.add("%s has its route to the pods of %s on %s, not on %s, which has %s: %s".formatted(
                    machine.name(), wanted.whose(), String.join(", ", there), String.join(", ", right), wanted.from(),
                    wanted));
        }
    }

    private static List<Route> wanted(CheckContext context, Machine machine) {
        if (!context.lab().network().mode().traits().pluginOnWindows()) {
            Optional<Cidr> share = context.cluster().node(machine.name()).flatMap(Node::podCidr).map(Cidr::parse);
            return List.of(new Route("all nodes", context.network().pods().toString(), address(share, 1),
                    address(share, 2)));
        }
        return context.cluster().nodes().stream().filter(other -> !other.name().equals(machine.name()))
                .flatMap(other -> other.podCidr().map(pods -> new Route(other.name(), pods,
                        other.internalAddress().orElse("nowhere"), machine.address().toString())).stream())
                .sorted(Comparator.comparing(Route::whose)).toList();
    }

    private static String address(Optional<Cidr> share, int number) {
        return share.map(network -> network.address(number).toString()).orElse("nowhere");
    }

    /** @param from the machine's own address on the outgoing interface */
    private record Route(String whose, String pods, String gateway, String from) {
        @Override
        public String toString() {
            return pods + " by " + gateway;
        }
    }
}

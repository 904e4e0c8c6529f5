package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Machine;

/**
 * Without an overlay, every Windows machine has a route to the pods of each other node by that node's address; where
 * there is a virtual gateway of its pods, one to all pods by that.
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
        return "Get-NetRoute on each Windows machine against the nodes' shares of the pod network";
    }

    @Override
    Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Machine machine : context.lab().madeWindowsMachines()) {
            Set<String> routes = context.windows().facts(machine, "route").stream()
                    .map(fact -> String.join(" by ", fact)).collect(Collectors.toSet());
            wanted(context, machine).forEach((whose, wanted) -> {
                boolean there = routes.contains(wanted);
                (there ? evidence : complaints).add("%s has %s route to the pods of %s: %s".formatted(machine.name(),
                        there ? "a" : "no", whose, wanted));
            });
        }
        return Observation.of(complaints, "Every Windows machine has its %d routes.".formatted(evidence.size()),
                evidence);
    }

    /** Routes by whose pods they go to. */
    private static Map<String, String> wanted(CheckContext context, Machine machine) {
        if (!context.lab().network().mode().traits().pluginOnWindows()) {
            String gateway = context.cluster().node(machine.name()).flatMap(Node::podCidr)
                    .map(share -> Cidr.parse(share).address(1).toString()).orElse("nowhere");
            return Map.of("all nodes", "%s by %s".formatted(context.network().pods(), gateway));
        }
        Map<String, String> wanted = new TreeMap<>();
        context.cluster().nodes().stream().filter(other -> !other.name().equals(machine.name()))
                .forEach(other -> other.podCidr().ifPresent(pods -> wanted.put(other.name(),
                        "%s by %s".formatted(pods, other.internalAddress().orElse("nowhere")))));
        return wanted;
    }
}

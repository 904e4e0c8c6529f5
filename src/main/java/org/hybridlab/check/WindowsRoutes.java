package org.hybridlab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.kubernetes.Node;
import org.hybridlab.lab.Machine;

/** Without an overlay, every Windows machine has a route to the pods of each other node by that node's address. */
final class WindowsRoutes extends WindowsCheck {
    WindowsRoutes() {
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
    Look look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Machine machine : context.lab().madeWindowsMachines()) {
            Set<String> routes = context.windows().facts(machine, "route").stream()
                    .map(fact -> String.join(" by ", fact)).collect(Collectors.toSet());
            for (Node other : context.cluster().nodes()) {
                if (!other.name().equals(machine.name()) && other.podCidr().isPresent()) {
                    String wanted = "%s by %s".formatted(other.podCidr().get(), other.internalAddress().orElse("nowhere"));
                    boolean there = routes.contains(wanted);
                    (there ? evidence : complaints).add("%s has %s route to the pods of %s: %s".formatted(machine.name(),
                            there ? "a" : "no", other.name(), wanted));
                }
            }
        }
        return Look.of(complaints, "Every Windows machine has its %d routes.".formatted(evidence.size()), evidence);
    }
}

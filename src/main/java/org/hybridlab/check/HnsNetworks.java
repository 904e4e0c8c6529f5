package org.hybridlab.check;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.kubernetes.Node;
import org.hybridlab.lab.Machine;

/** Windows' Host Networking Service has the pod network: by its name, of the mode's kind, with the node's own share. */
final class HnsNetworks extends WindowsCheck {
    HnsNetworks() {
        super(false, "flannel-network-not-made");
    }

    @Override
    public String id() {
        return "hns-network";
    }

    @Override
    public String title() {
        return "Every Windows machine has the pod network, of the right kind and with its own share";
    }

    @Override
    public String how() {
        return "Get-HnsNetwork on each Windows machine against the lab file and the node";
    }

    @Override
    Look look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        String name = context.lab().network().hnsNetwork();
        String type = context.lab().network().mode().traits().hnsType();
        for (Machine machine : context.lab().madeWindowsMachines()) {
            String wanted = "%s %s %s".formatted(name, type, context.cluster().node(machine.name())
                    .flatMap(Node::podCidr).orElse("without a share of the pod network"));
            List<String> seen = context.windows().facts(machine, "network").stream()
                    .map(fact -> String.join(" ", fact)).toList();
            if (seen.stream().anyMatch(one -> one.equalsIgnoreCase(wanted))) {
                evidence.add("%s: %s".formatted(machine.name(), wanted));
            } else {
                complaints.add("%s has no HNS network %s, but %s".formatted(machine.name(), wanted,
                        seen.isEmpty() ? "none of that name" : String.join(", ", seen)));
            }
        }
        return Look.of(complaints, "Every Windows machine has the HNS network %s.".formatted(name), evidence);
    }
}

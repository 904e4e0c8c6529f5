package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.WindowsFacts;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Machine;

/**
 * On an overlay, kube-proxy reserves a pod address as source of forwarded packets, which no pod may have. No HNS
 * endpoint may have an address that can go to a pod: kube-proxy creates one per source address, and removes none
 * (rancher/rke2#5704).
 */
public final class SourceVip extends WindowsCheck {
    private static final String OWNER = "kube-proxy";

    public SourceVip() {
        super(false, "source-vip-stale");
    }

    @Override
    public String id() {
        return "source-vip";
    }

    @Override
    public String title() {
        return "Every Windows machine has one source address for services, of its own pods' network";
    }

    @Override
    public String how() {
        return "the store of the pods' addresses on each Windows machine, and the addresses of the node's pods";
    }

    @Override
    Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Machine machine : context.lab().madeWindowsMachines()) {
            WindowsFacts said = context.windows().look(machine);
            List<String> held = said.of("address").stream()
                    .filter(fact -> fact[1].startsWith(OWNER)).map(fact -> fact[0]).toList();
            String share = context.cluster().node(machine.name()).flatMap(Node::podCidr).orElse("0.0.0.0/32");
            if (held.size() != 1) {
                complaints.add("%s: kube-proxy holds %s".formatted(machine.name(), held.isEmpty()
                        ? "no source address" : "several source addresses: " + String.join(", ", held)));
            } else if (!Cidr.parse(share).contains(Ipv4.parse(held.get(0)))) {
                complaints.add("%s: the source address %s is not of %s".formatted(machine.name(), held.get(0), share));
            } else {
                others(context, machine, held.get(0), complaints, evidence);
            }
            abandoned(said, Cidr.parse(share)).forEach(address -> complaints.add(
                    "%s: an endpoint has %s, which the store of the pods' addresses does not hold"
                            .formatted(machine.name(), address)));
        }
        return Observation.of(complaints, "Every Windows machine has its source address.", evidence);
    }

    private static List<String> abandoned(WindowsFacts said, Cidr share) {
        List<String> held = said.of("address").stream().map(fact -> fact[0]).toList();
        return said.of("endpoint").stream().map(fact -> fact[1])
                .filter(address -> share.contains(Ipv4.parse(address)) && !held.contains(address)).toList();
    }

    private static void others(CheckContext context, Machine machine, String address, List<String> complaints,
                               List<String> evidence) {
        List<String> pods = context.cluster().pods().stream()
                .filter(pod -> pod.ip().filter(address::equals).isPresent())
                .map(Pod::name).toList();
        if (pods.isEmpty()) {
            evidence.add("%s: %s".formatted(machine.name(), address));
        } else {
            complaints.add("%s: the source address %s is the pod %s's as well".formatted(machine.name(), address,
                    String.join(", ", pods)));
        }
    }
}

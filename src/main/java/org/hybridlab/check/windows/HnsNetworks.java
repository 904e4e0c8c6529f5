package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.WindowsFacts;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Machine;

/**
 * The HNS network has its name, the mode's type, the node's pod CIDR, and the adapter with the machine's address and
 * hardware address. Without flanneld, the machine's own endpoint, which is its pods' gateway, is checked too.
 */
public final class HnsNetworks extends WindowsCheck {
    /** HNS' name of a switch's own adapter, with the adapter below it. */
    private static final Pattern SWITCH = Pattern.compile("^vEthernet \\((.*)\\)$");

    public HnsNetworks() {
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
        return "Get-HnsNetwork on each Windows machine against the lab file, the cluster's pod network and the node";
    }

    @Override
    Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        String name = context.hnsNetwork();
        String type = context.lab().network().mode().traits().hnsType();
        boolean bridged = !context.lab().network().mode().traits().pluginOnWindows();
        for (Machine machine : context.lab().madeWindowsMachines()) {
            Optional<String> share = context.cluster().node(machine.name()).flatMap(Node::podCidr);
            String wanted = "%s %s %s".formatted(name, type, share.orElse("without a share of the pod network"));
            WindowsFacts said = context.windows().look(machine);
            List<String[]> facts = said.of("network");
            List<String> seen = facts.stream().map(fact -> String.join(" ", List.of(fact).subList(0, 3))).toList();
            facts.stream().filter(fact -> fact[0].equalsIgnoreCase(name))
                    .forEach(fact -> adapter(machine, fact, said.of("adapter"), complaints, evidence));
            if (seen.stream().anyMatch(one -> one.equalsIgnoreCase(wanted))) {
                evidence.add("%s: %s".formatted(machine.name(), wanted));
            } else {
                complaints.add("%s has no HNS network %s, but %s".formatted(machine.name(), wanted,
                        seen.isEmpty() ? "none of that name" : String.join(", ", seen)));
            }
            if (bridged && share.isPresent()) {
                endpoint(said, machine, Cidr.parse(share.get()).address(2).toString(), complaints, evidence);
            }
        }
        return Observation.of(complaints, "Every Windows machine has the HNS network %s.".formatted(name), evidence);
    }

    /** By default HNS takes any adapter, and pods would use another network than the lab's. */
    private static void adapter(Machine machine, String[] fact, List<String[]> adapters, List<String> complaints,
                                List<String> evidence) {
        named(machine, fact, adapters, complaints, evidence);
        String address = WindowsFacts.part(fact, 3);
        if (address.isEmpty()) {
            evidence.add("%s: Windows does not say which adapter %s is on".formatted(machine.name(), fact[0]));
        } else if (address.equals(machine.address().toString())) {
            evidence.add("%s: %s is on the adapter with %s".formatted(machine.name(), fact[0], address));
        } else {
            complaints.add("%s has %s on the adapter with %s, not on the one with %s".formatted(machine.name(), fact[0],
                    address, machine.address()));
        }
    }

    /** The address may be on another adapter. A name without an adapter may be an old one, and says nothing. */
    private static void named(Machine machine, String[] fact, List<String[]> adapters, List<String> complaints,
                              List<String> evidence) {
        String name = SWITCH.matcher(WindowsFacts.part(fact, 4)).replaceFirst("$1");
        Optional<String> own = names(adapters, true).findFirst();
        if (own.isPresent() && names(adapters, true).anyMatch(name::equalsIgnoreCase)) {
            evidence.add("%s: %s is on the adapter called %s".formatted(machine.name(), fact[0], name));
        } else if (own.isPresent() && names(adapters, false).anyMatch(name::equalsIgnoreCase)) {
            complaints.add("%s has %s on the adapter called %s, not on the one called %s".formatted(machine.name(),
                    fact[0], name, own.get()));
        } else {
            evidence.add("%s: Windows does not name an adapter of its own for %s".formatted(machine.name(), fact[0]));
        }
    }

    private static Stream<String> names(List<String[]> adapters, boolean own) {
        return adapters.stream().filter(one -> own == WindowsFacts.part(one, 1).equals("own")).map(one -> one[0]);
    }

    private static void endpoint(WindowsFacts said, Machine machine, String wanted, List<String> complaints,
                                 List<String> evidence) {
        List<String> seen = said.of("endpoint").stream().map(fact -> fact[1]).toList();
        if (seen.equals(List.of(wanted))) {
            evidence.add("%s: %s is its own there".formatted(machine.name(), wanted));
        } else {
            complaints.add("%s holds %s in the network of its pods instead of %s".formatted(machine.name(),
                    seen.isEmpty() ? "nothing" : String.join(", ", seen), wanted));
        }
    }
}

package org.hybridlab.rules.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** What is not excepted leaves with the machine's address, which breaks the way back inside the cluster. */
final class CniExceptions extends CniRule {
    CniExceptions() {
        super("cni-exceptions", "What Windows pods reach without address translation holds the lab's own networks.");
    }

    @Override
    Stream<Flaw> look(CniConfig config, Lab lab) {
        return config.policy("OutBoundNAT").stream().flatMap(policy -> flaws(policy, lab));
    }

    private static Stream<Flaw> flaws(ManifestNode policy, Lab lab) {
        ManifestNode list = CniConfig.setting(policy, "Exceptions").or(CniConfig.setting(policy, "ExceptionList"));
        Set<String> excepted = list.items().stream().flatMap(item -> item.text().stream()).collect(Collectors.toSet());
        return needed(lab).stream().filter(network -> !excepted.contains(network)).limit(1)
                .map(network -> new Flaw(list.or(policy), "%s is missing, and would be reached by another address"
                        .formatted(network), "Write all of: %s.".formatted(String.join(", ", needed(lab)))));
    }

    /** Bridges also need the machines' own network (docs of SDN's l2bridge). */
    private static List<String> needed(Lab lab) {
        List<String> networks = new ArrayList<>(List.of(lab.network().pods().toString(),
                lab.network().services().toString()));
        if (!lab.network().mode().traits().encapsulates()) {
            networks.add(lab.network().machines().toString());
        }
        return networks;
    }
}

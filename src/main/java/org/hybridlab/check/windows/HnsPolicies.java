package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.WindowsFacts;
import org.hybridlab.config.model.Machine;

/** Every service with a ready endpoint has a policy list of kube-proxy for its virtual address. */
public final class HnsPolicies extends WindowsCheck {
    public HnsPolicies() {
        super(false, "proxy-network-missing");
    }

    @Override
    public String id() {
        return "hns-policies";
    }

    @Override
    public String title() {
        return "Every Windows machine has a policy list for each service that has a ready endpoint";
    }

    @Override
    public String how() {
        return "Get-HnsPolicyList on each Windows machine against the services and their endpoint slices";
    }

    @Override
    Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Machine machine : context.lab().madeWindowsMachines()) {
            WindowsFacts said = context.windows().look(machine);
            int count = said.of("policies").stream().mapToInt(fact -> Integer.parseInt(fact[0])).sum();
            (count > 0 ? evidence : complaints).add("%s has %d policy lists".formatted(machine.name(), count));
            if (count > 0) {
                services(context, machine, said.of("policy"), complaints, evidence);
            }
        }
        return Observation.of(complaints, "kube-proxy's policy lists are there on every Windows machine.", evidence);
    }

    private static void services(CheckContext context, Machine machine, List<String[]> policies,
                                 List<String> complaints, List<String> evidence) {
        if (policies.isEmpty()) {
            evidence.add("%s: Windows does not say for which addresses they are".formatted(machine.name()));
            return;
        }
        List<ServedPort> ports = ServedPort.on(machine, context.cluster().api());
        List<ServedPort> missing = ports.stream().filter(port -> policies.stream().noneMatch(port::isIn)).toList();
        missing.forEach(port -> complaints.add("%s has no policy list for %s".formatted(machine.name(), port)));
        evidence.add("%s: %d of %d ports of services have one".formatted(machine.name(),
                ports.size() - missing.size(), ports.size()));
    }
}

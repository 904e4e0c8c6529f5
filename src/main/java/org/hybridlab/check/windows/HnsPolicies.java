package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.config.model.Machine;

/** kube-proxy has told Windows about services: without policy lists no service answers there. */
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
        return "Every Windows machine has policy lists for services";
    }

    @Override
    public String how() {
        return "Get-HnsPolicyList on each Windows machine";
    }

    @Override
    Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Machine machine : context.lab().madeWindowsMachines()) {
            int count = context.windows().facts(machine, "policies").stream()
                    .mapToInt(fact -> Integer.parseInt(fact[0]))
                    .sum();
            (count > 0 ? evidence : complaints).add("%s has %d policy lists".formatted(machine.name(), count));
        }
        return Observation.of(complaints, "kube-proxy's policy lists are there on every Windows machine.", evidence);
    }
}

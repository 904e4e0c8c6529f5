package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.check.cluster.NodesReady;
import org.hybridlab.check.cluster.Ping;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Machine;

/** As {@code GatewaysHeld} for gateways of a foreign cluster: asks only the lab's own machines. */
public final class GatewaysAnswer implements Check {
    @Override
    public String id() {
        return "gateways-answer";
    }

    @Override
    public String title() {
        return "The gateway of each Windows machine's pods answers";
    }

    @Override
    public String how() {
        return "ping from each machine of the lab";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        Verdict verdict = context.watch("the virtual gateways answer", () -> look(context));
        return context.lab().windowsMachines().stream().noneMatch(one -> WindowsCheck.standsIn(context, one)) ? verdict
                : new Verdict(verdict.outcome(), verdict.message(), verdict.evidence(), EvidenceSource.STAND_IN);
    }

    private static Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Machine windows : context.lab().windowsMachines()) {
            Optional<String> gateway = context.cluster().node(windows.name()).flatMap(Node::podCidr).map(Cidr::parse)
                    .map(pods -> pods.address(1).toString());
            if (gateway.isEmpty()) {
                complaints.add(windows.name() + " has no network for its pods");
                continue;
            }
            List<Machine> askers = new ArrayList<>(context.linuxNodes());
            askers.add(windows);
            for (Machine asker : askers) {
                boolean reached = Ping.answers(context, asker, gateway.get());
                (reached ? evidence : complaints).add("%s %s %s, the gateway of %s".formatted(asker.name(),
                        reached ? "reaches" : "does not reach", gateway.get(), windows.name()));
            }
        }
        return Observation.of(complaints, "Each gateway answers every machine of the lab.", evidence);
    }
}

package org.hybridlab.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.guest.GuestShell;
import org.hybridlab.kubernetes.Node;
import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Machine;
import org.hybridlab.process.Result;

/** The same as {@link GatewaysHeld} where machines of a cluster that is not ours hold them: all that can be asked is ours. */
final class GatewaysAnswer implements Check {
    private static final Duration EACH = Duration.ofSeconds(20);

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
    public Set<String> standsOn() {
        return Set.of(NodesReady.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        Verdict verdict = context.watch("the virtual gateways answer", () -> look(context));
        return context.lab().windowsMachines().stream().noneMatch(one -> WindowsCheck.standsIn(context, one)) ? verdict
                : new Verdict(verdict.outcome(), verdict.words(), verdict.evidence(), EvidenceSource.STAND_IN);
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
                boolean reached = answers(context, asker, gateway.get());
                (reached ? evidence : complaints).add("%s %s %s, the gateway of %s".formatted(asker.name(),
                        reached ? "reaches" : "does not reach", gateway.get(), windows.name()));
            }
        }
        return Observation.of(complaints, "Each gateway answers every machine of the lab.", evidence);
    }

    /** On Windows, "unreachable" is an answer too, and only a real one has a time to live. */
    private static boolean answers(CheckContext context, Machine asker, String gateway) {
        GuestShell shell = context.shells().apply(asker);
        List<String> ping = asker.isWindows() ? List.of("ping", "-n", "1", "-w", "2000", gateway)
                : List.of("ping", "-c", "1", "-W", "2", gateway);
        Result result = shell.run(ping, Optional.empty(), EACH, line -> { }, context.cancellation());
        return result.ok() && (!asker.isWindows() || result.stdout().contains("TTL="));
    }
}

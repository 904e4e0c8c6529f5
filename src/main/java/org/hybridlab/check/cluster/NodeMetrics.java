package org.hybridlab.check.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.config.model.Machine;
import tools.jackson.databind.JsonNode;

/** The metrics API says what each node uses; a simulated one has no kubelet that could say it. */
public final class NodeMetrics implements Check {
    /** The metrics server asks each minute, and machines' clocks may differ by some. */
    private static final Duration OLD = Duration.ofMinutes(5);
    private static final String METRICS = "/apis/metrics.k8s.io/v1beta1/nodes";

    @Override
    public String id() {
        return "metrics";
    }

    @Override
    public String title() {
        return "The metrics server says what each node uses";
    }

    @Override
    public String how() {
        return "the metrics API, as `kubectl top nodes` asks it";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        return context.watch("the metrics server has figures of each node", () -> look(context));
    }

    private static Observation look(CheckContext context) {
        List<JsonNode> items = context.cluster().api().get(METRICS).path("items").valueStream().toList();
        Set<String> measured = items.stream().map(item -> item.path("metadata").path("name").asString())
                .collect(Collectors.toSet());
        Set<String> simulated = context.simulatedNodes();
        List<String> complaints = new ArrayList<>(context.lab().nodes().stream().map(Machine::name)
                .filter(name -> !simulated.contains(name) && !measured.contains(name))
                .map(name -> "the metrics server has no figures of " + name).toList());
        Instant old = context.cluster().api().now().minus(OLD);
        items.stream().filter(item -> item.path("timestamp").isString()
                        && Instant.parse(item.path("timestamp").asString()).isBefore(old))
                .forEach(item -> complaints.add("the metrics server's figures of %s are of %s".formatted(
                        item.path("metadata").path("name").asString(), item.path("timestamp").asString())));
        return Observation.of(complaints, "The metrics server has figures of %d nodes.".formatted(measured.size()),
                items.stream().map(item -> "%s uses %s of processor time and %s of memory".formatted(
                        item.path("metadata").path("name").asString(), item.path("usage").path("cpu").asString(),
                        item.path("usage").path("memory").asString())).toList());
    }
}

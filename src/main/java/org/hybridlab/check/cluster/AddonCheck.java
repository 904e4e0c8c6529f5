package org.hybridlab.check.cluster;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.AwaitedObject;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Machine;
import tools.jackson.databind.JsonNode;

/** An addon does what it is for, as its {@code addon.yaml} says; else all that must be ready of it is. */
public final class AddonCheck implements Check {
    private static final Pattern FIELD = Pattern.compile("\\{([^}]+)}");

    private final Addon addon;
    private final Optional<Addon.NodeList> list;

    public AddonCheck(Addon addon) {
        this.addon = addon;
        this.list = addon.check().filter(Addon.NodeList.class::isInstance).map(Addon.NodeList.class::cast);
    }

    @Override
    public String id() {
        return addon.name();
    }

    @Override
    public String title() {
        return list.map(Addon.NodeList::title).orElse("The %s is ready".formatted(addon.title()));
    }

    @Override
    public String how() {
        return list.map(Addon.NodeList::how).orElse(String.join(", ", addon.ready()));
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        return list.map(figures -> context.watch("the %s has %s of each node".formatted(addon.title(),
                figures.has()), () -> look(context, figures)))
                .orElseGet(() -> context.watch("the %s is ready".formatted(addon.title()), () -> ready(context)));
    }

    private Observation ready(CheckContext context) {
        return Observation.of(addon.ready().stream().flatMap(reference -> AwaitedObject.of(reference)
                .complaint(context.cluster().api()).stream()).toList(), "The %s is ready.".formatted(addon.title()),
                addon.ready());
    }

    /** A simulated node has no kubelet that could be asked. */
    private Observation look(CheckContext context, Addon.NodeList figures) {
        List<JsonNode> items = context.cluster().api().get(figures.path()).path("items").valueStream().toList();
        Set<String> listed = items.stream().map(item -> value(item, "metadata.name")).collect(Collectors.toSet());
        Set<String> simulated = context.simulatedNodes();
        List<String> complaints = new ArrayList<>(context.lab().nodes().stream().map(Machine::name)
                .filter(name -> !simulated.contains(name) && !listed.contains(name))
                .map(name -> "the %s has no %s of %s".formatted(addon.title(), figures.has(), name)).toList());
        Instant oldest = context.cluster().api().now().minus(figures.maxAge());
        items.stream().filter(item -> item.path("timestamp").isString()
                        && Instant.parse(value(item, "timestamp")).isBefore(oldest))
                .forEach(item -> complaints.add("the %s's %s of %s are of %s".formatted(addon.title(), figures.has(),
                        value(item, "metadata.name"), value(item, "timestamp"))));
        return Observation.of(complaints, "The %s has %s of %d nodes.".formatted(addon.title(), figures.has(),
                listed.size()), items.stream().map(item -> FIELD.matcher(figures.line()).replaceAll(field ->
                        Matcher.quoteReplacement(value(item, field.group(1))))).toList());
    }

    private static String value(JsonNode item, String path) {
        JsonNode node = item;
        for (String field : path.split("\\.")) {
            node = node.path(field);
        }
        return node.asString();
    }
}

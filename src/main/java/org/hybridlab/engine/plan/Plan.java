package org.hybridlab.engine.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Steps, each after its needs. Immutable. */
public record Plan(List<Step> steps) {
    /** @throws IllegalArgumentException for a repeated id, an unknown need, or a circle */
    public Plan {
        steps = List.copyOf(PlanOrder.sort(withOrders(steps)));
    }

    /** The same steps, where each needs those that name it or its kind in {@link Step#before}. */
    private static List<Step> withOrders(List<Step> steps) {
        Map<String, Set<String>> earlier = new HashMap<>();
        steps.forEach(step -> step.before().forEach(later ->
                earlier.computeIfAbsent(later, name -> new HashSet<>()).add(step.id())));
        return earlier.isEmpty() ? steps : steps.stream()
                .map(step -> step.after(earlier.getOrDefault(step.kind(), Set.of())))
                .map(step -> step.id().equals(step.kind()) ? step
                        : step.after(earlier.getOrDefault(step.id(), Set.of()))).toList();
    }

    public Step step(String id) {
        Step step = byId().get(id);
        if (step == null) {
            throw new IllegalArgumentException("no step " + id + " in this plan");
        }
        return step;
    }

    /**
     * These steps and all their needs.
     *
     * @param ids of steps of this plan
     */
    public Plan upTo(Set<String> ids) {
        ids.forEach(this::step);
        Set<String> needed = new HashSet<>(ids);
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (needed.contains(steps.get(i).id())) {
                needed.addAll(steps.get(i).needs());
            }
        }
        return new Plan(steps.stream().filter(step -> needed.contains(step.id())).toList());
    }

    /**
     * Moves these steps after the first one, except those that it needs.
     *
     * @param first no such step: no change
     */
    public Plan ordered(String first, Set<String> later) {
        if (!byId().containsKey(first)) {
            return this;
        }
        Set<String> before = upTo(Set.of(first)).byId().keySet();
        return new Plan(steps.stream().map(step -> later.contains(step.id()) && !before.contains(step.id())
                ? step.after(Set.of(first)) : step).toList());
    }

    private Map<String, Step> byId() {
        Map<String, Step> map = new LinkedHashMap<>();
        steps.forEach(step -> map.put(step.id(), step));
        return map;
    }

    /** Sorts steps by needs, and keeps the given order otherwise. */
    static final class PlanOrder {
        private final Map<String, Step> byId = new LinkedHashMap<>();
        private final List<Step> sorted = new ArrayList<>();
        private final Set<String> done = new HashSet<>();
        private final Deque<String> path = new ArrayDeque<>();

        private PlanOrder(List<Step> steps) {
            for (Step step : steps) {
                if (byId.put(step.id(), step) != null) {
                    throw new IllegalArgumentException("two steps are called " + step.id());
                }
            }
        }

        static List<Step> sort(List<Step> steps) {
            PlanOrder order = new PlanOrder(steps);
            steps.forEach(order::visit);
            return order.sorted;
        }

        private void visit(Step step) {
            if (done.contains(step.id())) {
                return;
            }
            if (path.contains(step.id())) {
                throw new IllegalArgumentException("steps need each other in a circle: " + String.join(" <- ", path));
            }
            path.addLast(step.id());
            for (String need : step.needs().stream().sorted().toList()) {
                if (!byId.containsKey(need)) {
                    throw new IllegalArgumentException("step %s needs %s, which is not in the plan"
                            .formatted(step.id(), need));
                }
                visit(byId.get(need));
            }
            path.removeLast();
            done.add(step.id());
            sorted.add(step);
        }
    }
}

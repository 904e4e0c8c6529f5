package org.hybridlab.engine.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Steps in an order in which each comes after all that it needs. Immutable; building one touches nothing. */
public record Plan(List<Step> steps) {
    /** @throws IllegalArgumentException if an id is double, a need unknown, or steps need each other in a circle */
    public Plan {
        steps = List.copyOf(PlanOrder.sort(steps));
    }

    public Step step(String id) {
        Step step = byId().get(id);
        if (step == null) {
            throw new IllegalArgumentException("no step " + id + " in this plan");
        }
        return step;
    }

    /** These steps and all that they need, directly or not. @param ids of steps of this plan */
    public Plan upTo(Set<String> ids) {
        ids.forEach(this::step);
        Set<String> needed = new HashSet<>(ids);
        // What a step needs comes before it.
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (needed.contains(steps.get(i).id())) {
                needed.addAll(steps.get(i).needs());
            }
        }
        return new Plan(steps.stream().filter(step -> needed.contains(step.id())).toList());
    }

    /**
     * The same, with these steps after the first one, except those that the first one needs.
     *
     * @param first if the plan has no such step, nothing changes
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

    /** Sorts steps by their needs and keeps the given order otherwise. */
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

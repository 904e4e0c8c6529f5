package org.hybridlab.engine.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sorts steps by their needs and keeps the given order otherwise. */
final class PlanOrder {
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

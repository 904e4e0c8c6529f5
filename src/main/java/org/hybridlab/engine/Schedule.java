package org.hybridlab.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;

/**
 * Chooses the next step: its needs are done, and a thread and its permits are free. The longest remaining path goes
 * first, since it limits the run. A step that waits for a permit does not block others. Pure: knows neither threads nor
 * time.
 */
final class Schedule {
    private enum State { WAITING, READY, TAKEN, PAUSED, OVER }

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final List<Node> byUrgency;
    private final Map<String, Integer> freePermits = new HashMap<>();
    private int freeThreads;

    /**
     * @param permits number per name; unlisted names have one
     * @param expected duration of a step, as far as known
     */
    Schedule(Plan plan, int threads, Map<String, Integer> permits, Function<Step, Duration> expected) {
        freeThreads = threads;
        for (Step step : plan.steps()) {
            nodes.put(step.id(), new Node(step));
            step.permits().forEach(name -> freePermits.put(name, permits.getOrDefault(name, 1)));
            step.needs().forEach(need -> nodes.get(need).dependents.add(nodes.get(step.id())));
        }
        measurePaths(plan, expected);
        byUrgency = nodes.values().stream()
                .sorted(Comparator.comparing((Node node) -> node.remaining).reversed()).toList();
    }

    private void measurePaths(Plan plan, Function<Step, Duration> expected) {
        for (int i = plan.steps().size() - 1; i >= 0; i--) {
            Step step = plan.steps().get(i);
            Node node = nodes.get(step.id());
            node.remaining = expected.apply(step).plus(node.dependents.stream().map(dependent -> dependent.remaining)
                    .max(Comparator.naturalOrder()).orElse(Duration.ZERO));
        }
    }

    /** Takes the next step with its thread and permits; empty if none can go now. */
    Optional<Step> take() {
        if (freeThreads == 0) {
            return Optional.empty();
        }
        Optional<Node> next = byUrgency.stream().filter(this::canGo).findFirst();
        next.ifPresent(node -> {
            node.state = State.TAKEN;
            freeThreads--;
            node.step.permits().forEach(name -> freePermits.merge(name, -1, Integer::sum));
        });
        return next.map(node -> node.step);
    }

    private boolean canGo(Node node) {
        return node.state == State.READY && node.step.permits().stream().allMatch(name -> freePermits.get(name) > 0);
    }

    /** Releases the step's thread and permits until its next attempt. */
    void pause(Step step) {
        Node node = nodes.get(step.id());
        node.state = State.PAUSED;
        giveBack(node);
    }

    void again(Step step) {
        nodes.get(step.id()).state = State.READY;
    }

    void done(Step step) {
        Node node = end(step);
        node.dependents.forEach(Node::oneNeedLess);
    }

    /** @return all steps that need it, which will not run either */
    List<Step> failed(Step step) {
        List<Step> stopped = new ArrayList<>();
        stop(end(step), stopped);
        return stopped;
    }

    /** Like {@link #failed}, for a step that may still run: its permits stay taken. */
    List<Step> abandoned(Step step) {
        Node node = nodes.get(step.id());
        node.state = State.OVER;
        freeThreads++;
        List<Step> stopped = new ArrayList<>();
        stop(node, stopped);
        return stopped;
    }

    private static void stop(Node node, List<Step> stopped) {
        for (Node dependent : node.dependents) {
            if (dependent.step.action().needsOrderOnly()) {
                dependent.oneNeedLess();
            } else if (dependent.state != State.OVER) {
                dependent.state = State.OVER;
                stopped.add(dependent.step);
                stop(dependent, stopped);
            }
        }
    }

    /** All steps that are not over, for a run that ends early. */
    List<Step> open() {
        return nodes.values().stream().filter(node -> node.state != State.OVER).map(node -> node.step).toList();
    }

    private Node end(Step step) {
        Node node = nodes.get(step.id());
        if (node.state == State.TAKEN) {
            giveBack(node);
        }
        node.state = State.OVER;
        return node;
    }

    private void giveBack(Node node) {
        freeThreads++;
        node.step.permits().forEach(name -> freePermits.merge(name, 1, Integer::sum));
    }

    private static final class Node {
        private final Step step;
        private final List<Node> dependents = new ArrayList<>();
        private int openNeeds;
        private State state;
        private Duration remaining = Duration.ZERO;

        Node(Step step) {
            this.step = step;
            openNeeds = step.needs().size();
            state = openNeeds == 0 ? State.READY : State.WAITING;
        }

        void oneNeedLess() {
            openNeeds--;
            if (openNeeds == 0 && state == State.WAITING) {
                state = State.READY;
            }
        }
    }
}

package org.hybridlab.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.engine.Event;
import org.hybridlab.engine.EventListener;
import org.hybridlab.engine.Outcome;

/** Listens to a run and draws up its timeline; steps that never had their turn are left out. */
public final class TimelineRecorder implements EventListener {
    private final Map<String, Event.PlannedStep> planned = new LinkedHashMap<>();
    private final Map<String, Instant> starts = new LinkedHashMap<>();
    private final List<Timeline.Bar> bars = new ArrayList<>();
    private String runId = "";
    private Instant started = Instant.EPOCH;

    @Override
    public synchronized void on(Event event) {
        if (event instanceof Event.RunStarted run) {
            runId = run.runId();
            started = run.at();
            run.steps().forEach(step -> planned.put(step.id(), step));
        } else if (event instanceof Event.StepStarted step) {
            starts.putIfAbsent(step.step(), step.at());
        } else if (event instanceof Event.StepFinished step && step.outcome() != Outcome.NOT_RUN) {
            bars.add(bar(step));
        }
    }

    private Timeline.Bar bar(Event.StepFinished step) {
        Instant from = starts.getOrDefault(step.step(), step.at());
        Event.PlannedStep plan = planned.get(step.step());
        return new Timeline.Bar(step.step(), plan == null ? step.step() : plan.title(),
                plan == null ? Optional.empty() : plan.machine(), Duration.between(started, from),
                Duration.between(from, step.at()), step.outcome().name().toLowerCase(Locale.ROOT));
    }

    /** What was heard so far. */
    public synchronized Timeline timeline() {
        Duration took = bars.stream().map(bar -> bar.from().plus(bar.took())).max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        return new Timeline(runId, started, took,
                bars.stream().sorted(Comparator.comparing(Timeline.Bar::from)).toList());
    }
}

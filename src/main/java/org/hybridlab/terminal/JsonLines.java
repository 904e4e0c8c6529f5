package org.hybridlab.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.text.EnumIds;
import org.hybridlab.engine.Event;
import org.hybridlab.engine.Event.Failure;
import org.hybridlab.engine.Event.PlannedStep;
import org.hybridlab.engine.Event.RunFinished;
import org.hybridlab.engine.Event.RunStarted;
import org.hybridlab.engine.Event.StepFinished;
import org.hybridlab.engine.Event.StepLine;
import org.hybridlab.engine.Event.StepProgress;
import org.hybridlab.engine.Event.StepRetrying;
import org.hybridlab.engine.Event.StepStarted;
import tools.jackson.databind.json.JsonMapper;

/** One JSON object per event and line. Times are ISO 8601 in UTC, durations milliseconds. */
final class JsonLines implements Progress {
    private final PrintWriter out;
    private final RunEstimate estimate = new RunEstimate();
    private final JsonMapper json = JsonMapper.builder().build();

    JsonLines(PrintWriter out) {
        this.out = out;
    }

    @Override
    public synchronized void on(Event event) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("at", event.at().toString());
        estimate.apply(event);
        describe(event, line);
        if (event instanceof StepProgress || event instanceof StepFinished) {
            estimate.at(event.at()).ifPresent(run -> line.put("run", share(run)));
        }
        out.println(json.writeValueAsString(line));
        out.flush();
    }

    /** Messages for people are no events, and standard output is for programs. */
    @Override
    public void say(String line) {
    }

    private void describe(Event event, Map<String, Object> line) {
        if (event instanceof RunStarted run) {
            line.put("event", "run-started");
            line.put("run", run.runId());
            line.put("steps", run.steps().stream().map(JsonLines::planned).toList());
        } else if (event instanceof StepStarted step) {
            step(line, "step-started", step.step());
            line.put("attempt", step.attempt());
            line.put("reason", step.reason());
        } else if (event instanceof StepLine step) {
            step(line, "step-line", step.step());
            line.put("line", step.line());
        } else if (event instanceof StepProgress step) {
            step(line, "step-progress", step.step());
            estimate.of(step.step(), event.at()).ifPresent(task -> line.putAll(share(task)));
        } else if (event instanceof StepRetrying step) {
            step(line, "step-retrying", step.step());
            line.put("attempt", step.attempt());
            line.put("pauseMs", step.pause().toMillis());
            line.put("failure", failure(step.failure()));
        } else if (event instanceof StepFinished step) {
            step(line, "step-finished", step.step());
            line.put("outcome", EnumIds.of(step.outcome()));
            line.put("attempts", step.attempts());
            took(line, step.took());
            line.put("reason", step.reason());
            step.failure().ifPresent(failure -> line.put("failure", failure(failure)));
        } else if (event instanceof RunFinished run) {
            line.put("event", "run-finished");
            line.put("green", run.green());
            line.put("interrupted", run.interrupted());
            line.put("exitCode", run.exitCode());
            took(line, run.took());
        }
    }

    private static void step(Map<String, Object> line, String event, String id) {
        line.put("event", event);
        line.put("step", id);
    }

    private static Map<String, Object> share(Estimate estimate) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("percent", estimate.percent());
        if (!estimate.late()) {
            map.put("leftMs", estimate.left().toMillis());
        }
        return map;
    }

    private static void took(Map<String, Object> line, Duration took) {
        line.put("tookMs", took.toMillis());
    }

    private static Map<String, Object> planned(PlannedStep step) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", step.id());
        map.put("title", step.title());
        step.machine().ifPresent(machine -> map.put("machine", machine));
        map.put("expectedMs", step.expected().toMillis());
        map.put("needs", step.needs().stream().sorted().toList());
        return map;
    }

    private static Map<String, Object> failure(Failure failure) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", failure.id());
        map.put("what", failure.what());
        Optional<String> why = failure.why();
        why.ifPresent(reason -> map.put("why", reason));
        map.put("advice", failure.advice());
        return map;
    }

    @Override
    public void close() {
        out.flush();
    }
}

package org.hybridlab.engine.journal;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.engine.plan.Step;

/** The recorded state of steps: each one's last relevant transition, and its duration. */
public final class Records {
    private final Map<String, Entry> last = new HashMap<>();
    private final Map<String, Entry> lastDone = new HashMap<>();

    static Records of(List<Entry> entries) {
        Records records = new Records();
        entries.forEach(records::add);
        return records;
    }

    void add(Entry entry) {
        if (entry.step() == null || entry.kind() == Entry.Kind.SKIPPED) {
            return;
        }
        last.put(entry.step(), entry);
        if (entry.kind() == Entry.Kind.DONE && entry.millis() != null) {
            lastDone.put(entry.step(), entry);
        }
    }

    public Optional<Entry> last(String step) {
        return Optional.ofNullable(last.get(step));
    }

    /** The last successful duration, or else the timeout, since long steps have long ones. */
    public Duration expected(Step step) {
        return Optional.ofNullable(lastDone.get(step.id())).map(done -> Duration.ofMillis(done.millis()))
                .orElse(step.timeout());
    }

    /** The last successful duration, or else the action's own figure. For people. */
    public Duration usual(Step step) {
        return Optional.ofNullable(lastDone.get(step.id())).map(done -> Duration.ofMillis(done.millis()))
                .orElseGet(() -> step.action().usual());
    }

    Set<String> steps() {
        return Set.copyOf(last.keySet());
    }

    Set<String> runs() {
        return Stream.concat(last.values().stream(), lastDone.values().stream()).map(Entry::run)
                .collect(Collectors.toSet());
    }
}

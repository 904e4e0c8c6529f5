package org.hybridlab.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.plan.Step;

/** How steps stand by what the journal says: for each the last transition that matters, and how long it once took. */
final class Records {
    private final Map<String, Entry> last = new HashMap<>();
    private final Map<String, Duration> durations = new HashMap<>();

    static Records of(List<Entry> entries) {
        Records records = new Records();
        entries.forEach(records::add);
        return records;
    }

    /** Forgets how steps stand: what comes before a damaged line cannot be trusted to be the whole story. */
    void forget() {
        last.clear();
    }

    void add(Entry entry) {
        if (entry.step() == null || entry.kind() == Entry.Kind.SKIPPED) {
            return;
        }
        last.put(entry.step(), entry);
        if (entry.kind() == Entry.Kind.DONE && entry.millis() != null) {
            durations.put(entry.step(), Duration.ofMillis(entry.millis()));
        }
    }

    Optional<Entry> last(String step) {
        return Optional.ofNullable(last.get(step));
    }

    /** How long the step took when it was last done; before that, its timeout, as long steps have long timeouts. */
    Duration expected(Step step) {
        return durations.getOrDefault(step.id(), step.timeout());
    }
}

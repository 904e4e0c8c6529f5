package org.hybridlab.cli;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.cli.JsonEnvelope.Error;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;

/** What {@code up --events} writes besides the events of its run: lines of the same form, before and after it. */
final class UpEvents {
    private final Session session;

    UpEvents(Session session) {
        this.session = session;
    }

    /** The call ended before its run, or besides it. */
    void failed(Error error) {
        print("failed", "error", error);
    }

    void checked(Report report) {
        print("checks-finished", "report", JsonReport.of(report));
    }

    /** Standard output has had its lines; nothing else goes there. */
    CommandResult in(CommandResult concluded) {
        session.options().beginsDocument();
        return new CommandResult(concluded.kind(), concluded.data(), List.of(), concluded.exitCode(),
                concluded.failures());
    }

    private void print(String event, String key, Object value) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("at", Instant.now().toString());
        line.put("event", event);
        line.put(key, value);
        new JsonOutput(session.out()).printLine(line);
    }
}

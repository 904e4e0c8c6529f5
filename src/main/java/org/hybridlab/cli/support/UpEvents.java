package org.hybridlab.cli.support;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.cli.support.JsonEnvelope.Error;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;
import picocli.CommandLine.ParseResult;

/** What {@code up --events} writes besides the events of its run: lines of the same form, before and after it. */
public final class UpEvents {
    /** The flag of {@code up} that asks for them. */
    public static final String EVENTS = "--events";
    private final Session session;

    public UpEvents(Session session) {
        this.session = session;
    }

    /** Whether that call of it writes what happens to standard output, which then holds lines of JSON alone. */
    public static boolean writesEvents(ParseResult call) {
        return call.hasSubcommand() && call.subcommand().hasMatchedOption(EVENTS);
    }

    /** The same of a call that was not understood, or not even read. */
    static boolean isAskedForBy(String... arguments) {
        List<String> words = Stream.of(arguments).takeWhile(word -> !word.equals("--")).toList();
        return words.contains(CommandName.UP.id()) && words.contains(EVENTS);
    }

    /** The call ended before its run, or besides it. */
    void failed(Error error) {
        print("failed", "error", error);
    }

    public void checked(Report report) {
        print("checks-finished", "report", JsonReport.of(report));
    }

    /** Standard output has had its lines; nothing else goes there. */
    public CommandResult in(CommandResult concluded) {
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

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

/** The JSON lines of {@code up --events} before and after the events of the run. */
public final class UpEvents {
    public static final String EVENTS = "--events";
    private final Session session;

    public UpEvents(Session session) {
        this.session = session;
    }

    /** True for {@code up --events}, whose standard output is only JSON lines. */
    public static boolean writesEvents(ParseResult call) {
        return call.hasSubcommand() && call.subcommand().hasMatchedOption(EVENTS);
    }

    /** For a call that could not be parsed. */
    static boolean isAskedForBy(String... arguments) {
        List<String> words = Stream.of(arguments).takeWhile(word -> !word.equals("--")).toList();
        return words.contains(CommandName.UP.id()) && words.contains(EVENTS);
    }

    /** For a failure outside of the run. */
    void failed(Error error) {
        print("failed", "error", error);
    }

    public void checked(Report report) {
        print("checks-finished", "report", JsonReport.of(report));
    }

    /** The result, with nothing more for standard output. */
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

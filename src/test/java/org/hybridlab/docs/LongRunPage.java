package org.hybridlab.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** reports/long-run.md: what the last {@code ./test --long} showed, from the XML that surefire left. */
final class LongRunPage {
    private final TestRun run;
    private final List<String> lines = new ArrayList<>();

    private LongRunPage(TestRun run) {
        this.run = run;
    }

    /** @param arguments the folder of surefire's XML, the page to write, the commit, what the run took in words */
    public static void main(String[] arguments) throws IOException {
        TestRun run = TestRun.read(Path.of(arguments[0]));
        Files.writeString(Path.of(arguments[1]), text(run, LocalDateTime.now(ZoneOffset.UTC), HostKind.ofThisHost(),
                arguments[2], arguments[3]));
    }

    static String text(TestRun run, LocalDateTime at, HostKind host, String commit, String took) {
        return new LongRunPage(run).page(at, host, commit, took);
    }

    private String page(LocalDateTime at, HostKind host, String commit, String took) {
        lines.add("# The last long run");
        lines.add("");
        lines.add("Written from surefire's reports, as `./test --long` does; not edited by hand.");
        lines.add("");
        lines.add("| | |");
        lines.add("|---|---|");
        row("when", DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'").format(at));
        row("commit", "`%s`".formatted(commit));
        row("host", host.words());
        row("load at the end", host.load());
        row("took", took);
        row("tests on real machines", "%d passed, %d failed, %d skipped".formatted(run.passed(), run.failed(),
                run.skipped()));
        classes();
        section("Failed", TestRun.Outcome.FAILED);
        section("Skipped", TestRun.Outcome.SKIPPED);
        return String.join("\n", lines) + "\n";
    }

    private void classes() {
        lines.add("");
        lines.add("| class | passed | failed | skipped | seconds |");
        lines.add("|---|---|---|---|---|");
        run.suites().forEach(suite -> row("`%s`".formatted(suite.simpleName()),
                Long.toString(run.count(suite, TestRun.Outcome.PASSED)),
                Long.toString(run.count(suite, TestRun.Outcome.FAILED)),
                Long.toString(run.count(suite, TestRun.Outcome.SKIPPED)),
                String.format(Locale.ROOT, "%.0f", suite.seconds())));
    }

    private void section(String title, TestRun.Outcome outcome) {
        lines.add("");
        lines.add("## " + title);
        lines.add("");
        List<String> entries = run.cases().stream().filter(test -> test.outcome() == outcome).map(LongRunPage::told)
                .toList();
        if (entries.isEmpty()) {
            lines.add("Nothing.");
        }
        entries.forEach(entry -> lines.add("- " + entry));
    }

    private static String told(TestRun.Case test) {
        return "`%s.%s`%s".formatted(test.simpleClassName(), test.name(),
                test.words().isEmpty() ? "" : ": " + test.words());
    }

    private void row(String... cells) {
        lines.add("| " + String.join(" | ", cells) + " |");
    }
}

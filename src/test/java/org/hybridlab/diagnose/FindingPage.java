package org.hybridlab.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a person reads about one known failure.
 *
 * @param area a link to the page of its area
 * @param samples lines that show it
 */
record FindingPage(KnownFailure failure, String area, List<Sample> samples, KnownFailures known) {
    /** In a sentence; those that run another program go on until the sentence pauses. */
    private static final Pattern COMMAND = Pattern.compile("(?<!`)hybridlab (?:(?:kubectl|ssh|exec|logs) .*?"
            + "(?=[;,)]|[.:](?: |$)|$| \\(| shows? | says? | and )|(?:up|check|destroy|doctor|halt|list|status|setup"
            + "|replace|resume|validate|box build|bundle [a-z]+)\\b(?: [A-Z]{3,}| --provider [A-Za-z]+| --[a-z-]+)*)");
    private static final Pattern NAME = Pattern.compile("\\{([a-z]+)}");

    String text() {
        List<String> lines = new ArrayList<>(List.of("# " + failure.id(), "", sentence(failure.finding()), ""));
        lines.addAll(List.of("## What it looks like", "", "```text"));
        samples.forEach(sample -> lines.add(sample.line().strip()));
        lines.addAll(List.of("```", ""));
        list(lines, "hybridlab looks for it in:", failure.kinds().stream().map(EvidenceKind::title).toList());
        lines.addAll(List.of("## Why", "", sentence(failure.cause()), ""));
        list(lines, "It can follow from:", known.all().filter(other -> other.explains().contains(failure.id()))
                .map(FindingPage::link).toList());
        list(lines, "It can lead to:", known.all().filter(other -> failure.explains().contains(other.id()))
                .map(FindingPage::link).toList());
        lines.addAll(List.of("## What to do", "", COMMAND.matcher(sentence(failure.cure("LAB", "MACHINE", Map.of())))
                .replaceAll(match -> "`" + match.group() + "`"), ""));
        if (!failure.run().isEmpty()) {
            lines.add("```sh");
            failure.run().forEach(command -> lines.add(inCapitals(command)));
            boolean one = failure.run().size() == 1;
            lines.addAll(List.of("```", "", "`hybridlab diagnose LAB` prints %s with your names filled in.%s".formatted(
                    one ? "this command" : "these commands", !failure.safe() ? ""
                            : one ? " It is safe: you lose nothing." : " They are safe: you lose nothing."), ""));
        }
        if (!failure.windows().isEmpty()) {
            lines.addAll(List.of("On a Windows machine, where nobody has tried it yet:", "", "```sh"));
            failure.windows().forEach(command -> lines.add(inCapitals(command)));
            lines.addAll(List.of("```", ""));
        }
        lines.addAll(List.of("Area: " + area + ". Source: " + sentence(failure.source()), ""));
        return String.join("\n", lines);
    }

    static String plain(String text) {
        return text.replaceAll("\\\\(?=\\p{Punct})", "\\\\\\\\").replace("<", "&lt;");
    }

    private static void list(List<String> lines, String title, List<String> items) {
        if (!items.isEmpty()) {
            lines.addAll(List.of(title, ""));
            items.forEach(item -> lines.add("- " + item));
            lines.add("");
        }
    }

    private static String link(KnownFailure failure) {
        return "[%s](%s.md)".formatted(plain(failure.finding()), failure.id());
    }

    private static String sentence(String text) {
        String plain = plain(text).strip();
        return plain.matches("(?s).*[.:!?]") ? plain : plain + ".";
    }

    private static String inCapitals(String command) {
        return NAME.matcher(command).replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }
}

package org.hybridlab.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The section about one known failure on the page of its area.
 *
 * @param samples lines that show it
 */
record FindingSection(KnownFailure failure, List<Sample> samples, KnownFailures known) {
    /** In a sentence; those that run another program go on until the sentence pauses. */
    private static final Pattern COMMAND = Pattern.compile("(?<!`)hybridlab (?:(?:kubectl|ssh|exec|logs) .*?"
            + "(?=[;,)]|[.:](?: |$)|$| \\(| shows? | says? | and )|(?:up|check|destroy|doctor|halt|list|status|setup"
            + "|replace|resume|validate|box build|bundle [a-z]+)\\b(?: [A-Z]{3,}| --provider [A-Za-z]+| --[a-z-]+)*)");
    private static final Pattern NAME = Pattern.compile("\\{([a-z]+)}");

    String text() {
        List<String> lines = new ArrayList<>(List.of("## " + failure.id(), "", sentence(failure.finding()), "",
                "```text"));
        samples.forEach(sample -> lines.add(sample.line().strip()));
        lines.addAll(List.of("```", "", "**Why**", "", sentence(failure.cause()), ""));
        list(lines, "It can follow from:", known.all().filter(other -> other.explains().contains(failure.id())));
        list(lines, "It can lead to:", known.all().filter(other -> failure.explains().contains(other.id())));
        lines.addAll(List.of("**What to do**", "", COMMAND.matcher(sentence(failure.cure("LAB", "MACHINE", Map.of())))
                .replaceAll(match -> "`" + match.group() + "`"), ""));
        if (!failure.run().isEmpty()) {
            commands(lines, failure.run());
            if (failure.safe()) {
                lines.addAll(List.of("You lose nothing by this.", ""));
            }
        }
        if (!failure.windows().isEmpty()) {
            lines.addAll(List.of("On a Windows machine, where nobody has tried it yet:", ""));
            commands(lines, failure.windows());
        }
        lines.addAll(List.of("Looked for in " + failure.kinds().stream().map(kind -> "`" + kind.id() + "`")
                .collect(Collectors.joining(", ")) + ". Source: " + sentence(failure.source()), ""));
        return String.join("\n", lines);
    }

    private static void commands(List<String> lines, List<String> commands) {
        lines.add("```sh");
        commands.forEach(command -> lines.add(inCapitals(command)));
        lines.addAll(List.of("```", ""));
    }

    static String plain(String text) {
        return text.replaceAll("\\\\(?=\\p{Punct})", "\\\\\\\\").replace("<", "&lt;");
    }

    private void list(List<String> lines, String title, Stream<KnownFailure> others) {
        List<String> links = others.map(other -> "- [%s](%s#%s)".formatted(plain(other.finding()),
                other.page().equals(failure.page()) ? "" : other.page(), other.id())).toList();
        if (!links.isEmpty()) {
            lines.addAll(List.of(title, ""));
            lines.addAll(links);
            lines.add("");
        }
    }

    private static String sentence(String text) {
        String plain = plain(text).strip();
        return plain.matches("(?s).*[.:!?]") ? plain : plain + ".";
    }

    private static String inCapitals(String command) {
        return NAME.matcher(command).replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }
}

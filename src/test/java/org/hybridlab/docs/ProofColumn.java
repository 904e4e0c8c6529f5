package org.hybridlab.docs;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.docs.ProofReport.Part;

/**
 * The column {@code proof} of the tables of docs/explanation/sources.md. A cell names parts of the ladder, and behind
 * each stand the rungs that the tests' results give it: {@code `labs/rancher`: c, e; rules only}. Nobody writes a rung
 * by hand.
 */
final class ProofColumn {
    private static final Pattern HEADING = Pattern.compile("\\|.*\\| proof \\|");
    private static final Pattern RULER = Pattern.compile("[|-]+");
    private static final Pattern NAMED = Pattern.compile("`([^`]+)`.*");

    private ProofColumn() {
    }

    /** The page with the rungs as they stand now. */
    static String filled(String page, ProofReport ladder) {
        return page.lines().map(new Lines()::marked).map(line -> line.isRow() ? filled(line, ladder) : line.text())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** What the cells hold, one after the other: parts in their backquotes, or words without a rung. */
    static List<String> items(String page) {
        return page.lines().map(new Lines()::marked).filter(Line::isRow).flatMap(line -> items(line).stream()).toList();
    }

    private static String filled(Line line, ProofReport ladder) {
        String cell = items(line).stream().map(item -> item.startsWith("`") ? item + ": " + rungs(item, ladder) : item)
                .collect(Collectors.joining("; "));
        return line.before() + cell + " |";
    }

    private static String rungs(String item, ProofReport ladder) {
        List<String> standing = ladder.parts().stream().filter(part -> item.equals("`" + part.name() + "`")).findFirst()
                .map(Part::standing).orElse(List.of());
        return standing.isEmpty() ? "none at the last run" : String.join(", ", standing);
    }

    private static List<String> items(Line line) {
        return Stream.of(line.cell().split("; ")).map(item -> NAMED.matcher(item).replaceFirst("`$1`")).toList();
    }

    /** Of one page, from its top: only rows below such a heading count. */
    private static final class Lines {
        private boolean inside;

        Line marked(String text) {
            boolean row = inside && text.startsWith("|") && !RULER.matcher(text).matches();
            inside = HEADING.matcher(text).matches() || (inside && text.startsWith("|"));
            return new Line(text, row);
        }
    }

    private record Line(String text, boolean isRow) {
        private int start() {
            return text.lastIndexOf(" | ") + 3;
        }

        String before() {
            return text.substring(0, start());
        }

        String cell() {
            return text.substring(start(), text.length() - " |".length());
        }
    }
}

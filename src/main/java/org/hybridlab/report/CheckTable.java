package org.hybridlab.report;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.Verdict.Outcome;

/** Checks for people: a line each, with evidence below those that did not pass. */
public final class CheckTable {
    private static final int SOME = 8;
    /** Longer ids, from authors' sentences, do not widen the column. */
    private static final int WIDEST = 24;

    private CheckTable() {
    }

    public static List<String> lines(CheckResults results, Colors colors) {
        int width = results.results().stream().mapToInt(result -> result.id().length())
                .filter(length -> length <= WIDEST).max().orElse(1);
        List<String> lines = new ArrayList<>();
        results.results().forEach(result -> add(result, width, colors, lines));
        lines.add("%s (%.1f s).".formatted(results.summary(), results.took().toMillis() / 1000.0));
        return lines;
    }

    private static void add(CheckResult result, int width, Colors colors, List<String> lines) {
        lines.add("%s  %-*s  %s".replace("*", Integer.toString(width)).formatted(
                label(result.verdict().outcome(), colors), result.id(), printable(result.verdict().message())));
        if (result.verdict().outcome() != Outcome.PASSED) {
            List<String> evidence = result.verdict().news();
            evidence.stream().limit(SOME).forEach(seen -> lines.add(" ".repeat(12) + printable(seen)));
            if (evidence.size() > SOME) {
                lines.add(" ".repeat(12) + "... and %d more".formatted(evidence.size() - SOME));
            }
        }
    }

    private static String label(Outcome outcome, Colors colors) {
        return switch (outcome) {
            case PASSED -> colors.good("passed    ");
            case FAILED -> colors.bad("FAILED    ");
            case NOT_JUDGED -> colors.doubtful("not judged");
        };
    }

    /** Machines and pods may print terminal sequences. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ").strip();
    }
}

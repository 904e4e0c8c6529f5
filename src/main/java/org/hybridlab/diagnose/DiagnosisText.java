package org.hybridlab.diagnose;

import java.util.ArrayList;
import java.util.List;

public final class DiagnosisText {
    private static final int LONGEST_EVIDENCE = 300;

    private DiagnosisText() {
    }

    public static List<String> lines(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>(findings(diagnosis));
        if (!diagnosis.unwell().isEmpty()) {
            lines.add(diagnosis.findings().isEmpty() ? "Not well, and no known failure shows why:" : "Not well:");
            diagnosis.unwell().forEach(line -> lines.add("  " + cut(line)));
            lines.add("");
        }
        lines.addAll(gaps(diagnosis));
        lines.add(summary(diagnosis));
        return lines;
    }

    /** Findings only, each followed by an empty line. */
    public static List<String> findings(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>();
        for (Finding finding : diagnosis.findings()) {
            lines.add("finding: %s [%s]".formatted(finding.finding(), finding.id()));
            lines.add("  Seen on %s, in %s%s:".formatted(finding.place(), finding.origin(),
                    finding.times() == 1 ? "" : " (%d times)".formatted(finding.times())));
            lines.add("    " + cut(finding.line()));
            lines.add("  Cause: " + finding.cause());
            lines.add("  What to do: " + finding.cure());
            finding.commands().forEach(command -> lines.add("    " + command));
            lines.add("  More: docs/reference/findings/%s#%s".formatted(finding.page(), finding.id()));
            lines.add("");
        }
        return lines;
    }

    public static List<String> gaps(Diagnosis diagnosis) {
        return diagnosis.gaps().stream().map(gap -> "Could not be looked at: " + cut(gap.replace('\n', ' '))).toList();
    }

    private static String summary(Diagnosis diagnosis) {
        int found = diagnosis.findings().size();
        return found > 0 ? "%d known failure%s found.".formatted(found, found == 1 ? "" : "s")
                : diagnosis.unwell().isEmpty() ? "Nothing known to be wrong was found." : "No known failure was found.";
    }

    private static String cut(String line) {
        return line.length() <= LONGEST_EVIDENCE ? line : line.substring(0, LONGEST_EVIDENCE) + " ...";
    }
}

package org.hybridlab.real;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Commands that were run one after the other, with the time of each: as rows of a table and as a picture. */
record StepTimes(String title, List<StepTime> steps) {
    private static final int WIDTH = 860;
    private static final int LEFT = 330;
    private static final int RIGHT = 80;
    private static final int ROW = 24;
    private static final int TOP = 60;
    private static final String STYLE = """
            .times { --paper: #f7f9fb; --text: #1f2933; --soft: #52606d; --bar: #2563a8; }
            @media (prefers-color-scheme: dark) {
              .times { --paper: #1e293b; --text: #f1f5f9; --soft: #cbd5e1; --bar: #60a5fa; }
            }
            .times text { font-family: sans-serif; font-size: 13px; fill: var(--text); }
            .times .title { font-size: 20px; font-weight: bold; }
            .times .day { font-weight: bold; }
            .times .soft { fill: var(--soft); }
            .times rect { fill: var(--bar); }
            .times .paper { fill: var(--paper); }
            """;

    /** @param ended what came of it, in a few words */
    record StepTime(String day, String what, String command, Duration took, String ended) {
        private String seconds() {
            return String.format(Locale.ROOT, "%.0f", took.toMillis() / 1000.0);
        }
    }

    StepTimes {
        steps = List.copyOf(steps);
    }

    String rows() {
        return steps.stream().map(one -> "| %s | %s | `%s` | %s | %s |\n".formatted(one.day(), one.what(),
                one.command(), one.seconds(), one.ended())).collect(Collectors.joining());
    }

    /** A bar for each step, as long as the step took. */
    String svg() {
        long longest = Math.max(1, steps.stream().mapToLong(one -> one.took().toMillis()).max().orElse(1));
        StringBuilder body = new StringBuilder();
        String day = "";
        for (int i = 0; i < steps.size(); i++) {
            StepTime step = steps.get(i);
            int y = TOP + i * ROW;
            if (!step.day().equals(day)) {
                day = step.day();
                body.append(text(20, y + 14, "day", day));
            }
            long width = Math.max(2, step.took().toMillis() * (WIDTH - LEFT - RIGHT) / longest);
            body.append(text(110, y + 14, "what", step.what()))
                    .append("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>\n"
                            .formatted(LEFT, y, width, ROW - 6))
                    .append(text(LEFT + width + 8, y + 14, "soft", step.seconds() + " s"));
        }
        int height = TOP + steps.size() * ROW + 16;
        return """
                <svg class="times" xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" \
                role="img">
                <title>%s</title>
                <style>
                %s</style>
                <rect class="paper" x="0" y="0" width="%d" height="%d"/>
                %s%s</svg>
                """.formatted(WIDTH, height, WIDTH, height, escape(title), STYLE, WIDTH, height,
                text(20, 36, "title", title), body);
    }

    private static String text(long x, int y, String style, String text) {
        return "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n".formatted(style, x, y, escape(text));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}

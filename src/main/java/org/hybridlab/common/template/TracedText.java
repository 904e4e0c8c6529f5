package org.hybridlab.common.template;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a template became, and where in the template its parts come from; or where the template is wrong. */
public final class TracedText {
    /**
     * What is wrong with a template.
     *
     * @param line from 1
     * @param column from 1
     */
    public record Mistake(int line, int column, String reason) {
        private static final Pattern PLACE = Pattern.compile(" *\\[in template [^\\]]*\\]");
        private static final Pattern HELP = Pattern.compile(" Help \\(latest version\\):.*");

        /** The first two lines of what FreeMarker says, without what is said already and its advertising. */
        static Mistake of(Integer line, Integer column, String message) {
            String reason = String.valueOf(message).lines().limit(2).collect(Collectors.joining(" "));
            return new Mistake(line == null ? 1 : line, column == null ? 1 : column,
                    HELP.matcher(PLACE.matcher(reason).replaceAll("")).replaceAll("").strip());
        }
    }

    private final String text;
    private final TextOrigins origins;
    private final Optional<Mistake> mistake;

    private TracedText(String text, TextOrigins origins, Optional<Mistake> mistake) {
        this.text = text;
        this.origins = origins;
        this.mistake = mistake;
    }

    static TracedText of(String text, TextOrigins origins) {
        return new TracedText(text, origins, Optional.empty());
    }

    static TracedText wrong(Mistake mistake) {
        return new TracedText("", new TextOrigins(null, null, ""), Optional.of(mistake));
    }

    /** Empty if the template is wrong. */
    public String text() {
        return text;
    }

    /** Line and column in the template, both from 1, of a place in the text, whose line and column begin with 1 too. */
    public int[] origin(int line, int column) {
        return origins.of(line, column);
    }

    public Optional<Mistake> mistake() {
        return mistake;
    }
}

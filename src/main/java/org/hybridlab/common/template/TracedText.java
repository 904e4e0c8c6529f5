package org.hybridlab.common.template;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A rendered template with the origins of its text, or with its error. */
public final class TracedText {
    /**
     * @param line from 1
     * @param column from 1
     */
    public record Mistake(int line, int column, String reason) {
        private static final Pattern PLACE = Pattern.compile(" *\\[in template [^\\]]*\\]");
        private static final Pattern HELP = Pattern.compile(" Help \\(latest version\\):.*");

        /** The first two lines of FreeMarker's message, without repetition and advertising. */
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

    /** Line and column in the template for those of the text, all from 1. */
    public int[] origin(int line, int column) {
        return origins.of(line, column);
    }

    public Optional<Mistake> mistake() {
        return mistake;
    }
}

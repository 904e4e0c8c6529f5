package org.hybridlab.cli.support;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.common.text.EnumIds;
import org.hybridlab.common.text.WordList;
import org.hybridlab.service.context.Loss;

/** What each {@link GlobalFlag} or its environment variable said. */
public final class GlobalOptions {
    private OutputFormat output = OutputFormat.TEXT;
    private ColorMode color = ColorMode.AUTO;
    private boolean yes;
    private boolean trust;
    private boolean debug;
    private boolean documentBegun;
    private final Set<Loss> losses = EnumSet.noneOf(Loss.class);

    public void give(GlobalFlag flag, Object value) {
        switch (flag) {
            case OUTPUT -> output = (OutputFormat) value;
            case COLOR -> color = (ColorMode) value;
            // picocli turns a switch off that is given twice, before and after the command.
            case YES -> yes |= (boolean) value;
            case TRUST -> trust |= (boolean) value;
            case DEBUG -> debug |= (boolean) value;
            case HELP -> throw new IllegalArgumentException("picocli handles it by itself");
        }
    }

    OutputFormat output() {
        return output;
    }

    /** True for programs: standard output then holds one document and nothing else. */
    public boolean forPrograms() {
        return output != OutputFormat.TEXT;
    }

    /** True for the first document of a call. Standard output holds one at most. */
    boolean beginsDocument() {
        boolean first = !documentBegun;
        documentBegun = true;
        return first;
    }

    /** From arguments that could not be parsed. */
    void takeOutputOf(String... arguments) {
        for (int i = 0; i < arguments.length && !arguments[i].equals("--"); i++) {
            String word = arguments[i].replaceFirst("^(--output|-o)=?", "");
            if (!word.equals(arguments[i])) {
                String value = word.isEmpty() && i + 1 < arguments.length ? arguments[i + 1] : word;
                output = OutputFormat.of(value).orElse(OutputFormat.TEXT);
            }
        }
    }

    public boolean yes() {
        return yes;
    }

    public boolean trust() {
        return trust;
    }

    /** A command's flag agrees to a loss. */
    public void lose(Loss loss, boolean agreed) {
        if (agreed) {
            losses.add(loss);
        }
    }

    boolean loses(Loss loss) {
        return losses.contains(loss);
    }

    public boolean debug() {
        return debug;
    }

    public ColorMode color() {
        return color;
    }

    public enum OutputFormat {
        TEXT, JSON;

        static Optional<OutputFormat> of(String word) {
            return Stream.of(values()).filter(format -> EnumIds.of(format).equalsIgnoreCase(word)).findFirst();
        }

        static String choices() {
            return WordList.of(Stream.of(values()).map(EnumIds::of).toList(), "or");
        }
    }

    /** Auto: colours on a terminal without {@code NO_COLOR}. */
    public enum ColorMode { AUTO, ALWAYS, NEVER }
}

package org.hybridlab.cli;

import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * Flags that every command takes, before or after its name. Each has an environment variable, see
 * {@link EnvironmentDefaults}.
 */
public final class GlobalOptions {
    @Option(names = {"-o", "--output"}, scope = ScopeType.INHERIT, paramLabel = "FORMAT", defaultValue = "text",
            description = "text or json ($HYBRIDLAB_OUTPUT).")
    OutputFormat output = OutputFormat.TEXT;

    @Option(names = "--color", scope = ScopeType.INHERIT, paramLabel = "WHEN", defaultValue = "auto",
            description = "auto, always or never ($HYBRIDLAB_COLOR).")
    ColorMode color = ColorMode.AUTO;

    private boolean yes;
    private boolean debug;

    @Option(names = {"-y", "--yes"}, scope = ScopeType.INHERIT,
            description = "Never ask; do what would be asked for ($HYBRIDLAB_YES).")
    void giveYes(boolean given) {
        // Given before and after the command, picocli would turn it off again.
        yes |= given;
    }

    @Option(names = "--debug", scope = ScopeType.INHERIT,
            description = "Show the stack trace of a failure ($HYBRIDLAB_DEBUG).")
    void giveDebug(boolean given) {
        debug |= given;
    }

    /** True for {@code --output json}: standard output then holds one JSON document and nothing else. */
    public boolean json() {
        return output == OutputFormat.JSON;
    }

    /** True for {@code --yes}: nothing may be asked. */
    public boolean yes() {
        return yes;
    }

    public boolean debug() {
        return debug;
    }

    public ColorMode color() {
        return color;
    }

    /** How results are printed. */
    public enum OutputFormat { TEXT, JSON }

    /** Whether text is coloured; auto: on a terminal without {@code NO_COLOR}. */
    public enum ColorMode { AUTO, ALWAYS, NEVER }
}

package org.hybridlab.cli.support;

import org.hybridlab.cli.support.GlobalOptions.ColorMode;
import org.hybridlab.cli.support.GlobalOptions.OutputFormat;

/** The flags that every command takes, before or after its name. {@code HelpPage} needs them without picocli. */
public enum GlobalFlag {
    COLOR("", "--color", "WHEN", ColorMode.class, "auto, always or never ($HYBRIDLAB_COLOR)."),
    DEBUG("", "--debug", "", boolean.class, "Show the stack trace of a failure ($HYBRIDLAB_DEBUG)."),
    HELP("-h", "--help", "", boolean.class, "Show this help."),
    OUTPUT("-o", "--output", "FORMAT", OutputFormat.class, OutputFormat.choices() + " ($HYBRIDLAB_OUTPUT)."),
    TRUST("", "--trust", "", boolean.class, "Trust a lab that came from elsewhere ($HYBRIDLAB_TRUST)."),
    YES("-y", "--yes", "", boolean.class, "Never ask; do what would be asked for ($HYBRIDLAB_YES).");

    private final String shortName;
    private final String longName;
    private final String label;
    private final Class<?> type;
    private final String description;

    GlobalFlag(String shortName, String longName, String label, Class<?> type, String description) {
        this.shortName = shortName;
        this.longName = longName;
        this.label = label;
        this.type = type;
        this.description = description;
    }

    public String[] names() {
        return shortName.isEmpty() ? new String[] {longName} : new String[] {shortName, longName};
    }

    /** Placeholder of its value; empty for a switch. */
    public String label() {
        return label;
    }

    public Class<?> type() {
        return type;
    }

    public String description() {
        return description;
    }

    /** Such as {@code -o, --output=FORMAT}. */
    public String usage() {
        return (shortName.isEmpty() ? "    " : shortName + ", ") + longName + (label.isEmpty() ? "" : "=" + label);
    }
}

package org.hybridlab.report;

/**
 * Colours of results: the eight of the terminal's own scheme, readable on light and dark.
 *
 * @param on false leaves texts unchanged
 */
public record Colors(boolean on) {
    public static final Colors NONE = new Colors(false);

    public String good(String text) {
        return painted("32", text);
    }

    public String bad(String text) {
        return painted("1;31", text);
    }

    public String doubtful(String text) {
        return painted("33", text);
    }

    /** For what matters less than its surroundings. */
    public String faint(String text) {
        return painted("2", text);
    }

    private String painted(String code, String text) {
        return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}

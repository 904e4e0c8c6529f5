package org.hybridlab.report;

/**
 * How words of results are coloured: the eight colours that every terminal's own scheme sets, so that they can be read
 * on light and on dark.
 *
 * @param on false leaves every text as it is
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

    /** For what matters less than what stands around it. */
    public String faint(String text) {
        return painted("2", text);
    }

    private String painted(String code, String text) {
        return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}

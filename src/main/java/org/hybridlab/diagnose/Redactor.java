package org.hybridlab.diagnose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Takes secrets out of text: those that are known by value, and what has the form of one. Best effort: a secret that is
 * not known here and looks like an ordinary word stays.
 */
public final class Redactor {
    static final String REMOVED = "[removed]";

    private final SecretValues values;

    /** @param values secrets that are known; one of several lines is looked for line by line */
    public Redactor(Collection<String> values) {
        this.values = new SecretValues(values);
    }

    /** The text without secrets; as many lines, but for keys, certificates and blocks, which become one. */
    public List<String> lines(Collection<String> lines) {
        List<String> clean = new ArrayList<>();
        boolean inside = false;
        int block = -1;
        for (String line : lines) {
            if (block >= 0 && (line.isBlank() || indent(line) > block)) {
                continue;
            }
            block = -1;
            boolean begins = line.contains("-----BEGIN ");
            if (begins) {
                clean.add(line(line.substring(0, line.indexOf("-----BEGIN "))) + REMOVED);
            } else if (!inside && SecretForms.beginsBlock(line)) {
                clean.add(line(line) + " " + REMOVED);
                block = indent(line);
            } else if (!inside) {
                clean.add(line(line));
            }
            inside = (inside || begins) && !line.contains("-----END ");
        }
        return clean;
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private String line(String line) {
        return SecretForms.without(values.without(line));
    }

    /** The same for a whole file. */
    public String text(String text) {
        return String.join("\n", lines(text.lines().toList())) + "\n";
    }

    /** The same with each line of it without secrets. */
    public Evidence evidence(Evidence raw) {
        return new Evidence(raw.kind(), raw.place(), raw.origin(), raw.os(), lines(raw.lines()));
    }
}

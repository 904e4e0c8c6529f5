package org.hybridlab.diagnose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes secrets from text, by value and by form. Best effort: an unknown secret that looks like a word stays. */
public final class Redactor {
    static final String REMOVED = "[removed]";

    private final SecretValues values;

    /** @param values known secrets; those of several lines are searched line by line */
    public Redactor(Collection<String> values) {
        this.values = new SecretValues(values);
    }

    /** As many lines, but keys, certificates and blocks become one. */
    public List<String> lines(Collection<String> lines) {
        return eachLine(lines).stream().flatMap(Optional::stream).toList();
    }

    String lone(String line) {
        return lines(List.of(line)).get(0);
    }

    /** Empty for lines inside of a key, certificate or block. */
    List<Optional<String>> eachLine(Collection<String> lines) {
        List<String> all = List.copyOf(lines);
        List<Optional<String>> clean = new ArrayList<>();
        boolean inside = false;
        int block = -1;
        Optional<Pattern> announced = Optional.empty();
        for (String line : all) {
            if (block >= 0 && (line.isBlank() || indent(line) > block)) {
                clean.add(Optional.empty());
                continue;
            }
            block = -1;
            boolean begins = line.contains("-----BEGIN ");
            boolean ends = line.contains("-----END ");
            Optional<Matcher> value = announced.map(before -> before.matcher(line)).filter(Matcher::find);
            announced = SecretForms.beforeNext(line, value.isPresent());
            if (begins || ends && !inside) {
                for (int i = clean.size() - 1; !begins && i >= 0 && SecretForms.isOfAKey(all.get(i)); i--) {
                    clean.set(i, Optional.empty());
                }
                clean.add(Optional.of(line(line.substring(0, line.indexOf("-----"))) + REMOVED));
            } else if (!inside && value.isPresent()) {
                clean.add(Optional.of(line.substring(0, value.get().end()) + REMOVED));
            } else if (!inside && SecretForms.beginsBlock(line)) {
                clean.add(Optional.of(line(line) + " " + REMOVED));
                block = indent(line);
            } else {
                clean.add(inside ? Optional.empty() : Optional.of(line(line)));
            }
            inside = (inside || begins) && !ends;
        }
        return clean;
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private String line(String line) {
        return SecretForms.without(values.without(line));
    }

    public String text(String text) {
        return String.join("\n", lines(text.lines().toList())) + "\n";
    }
}

package org.hybridlab.diagnose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Takes secrets out of text: those that are known by value, and what has the form of one. */
public final class Redactor {
    static final String REMOVED = "[removed]";
    /** Shorter ones would take ordinary words with them. */
    private static final int SHORTEST = 6;
    private static final Map<Pattern, String> FORMS = Map.of(
            // Of kubeadm: id.secret.
            Pattern.compile("\\b([a-z0-9]{6})\\.[a-z0-9]{16}\\b"), "$1." + REMOVED,
            Pattern.compile("\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(\\.[A-Za-z0-9_-]*)?"), REMOVED,
            Pattern.compile("(?i)(authorization[\"']?\\s*[:=]\\s*[\"']?(?:(?:basic|bearer|negotiate)\\s+)?)[^\\s\"',]+"),
            "$1" + REMOVED,
            Pattern.compile("(?i)\\b((?:bearer|basic)\\s+)[A-Za-z0-9+/._~=-]{16,}"), "$1" + REMOVED,
            Pattern.compile("(?i)((?:client-key-data|client-certificate-data|certificate-authority-data|"
                    + "[a-z_-]*token|[a-z_-]*passw(?:or)?d|passphrase|[a-z_-]*secret|(?<![a-z_-])auth|api[_-]?key|certificate[_-]?key)"
                    + "[\"']?\\s*[:=]\\s*[\"']?)[^\\s\"',{}\\[\\]]{4,}"), "$1" + REMOVED,
            Pattern.compile("(?i)(--(?:[a-z-]*token|password|certificate-key)\\s+)[^\\s\"',]+"), "$1" + REMOVED,
            // The user too: registries and proxies take tokens there.
            Pattern.compile("(?i)\\b([a-z][a-z0-9+.-]*://)[^/\\s@\"']+@"), "$1" + REMOVED + "@",
            Pattern.compile("[A-Za-z0-9+/_-]{160,}={0,2}"), REMOVED);

    private final List<String> values;

    /** @param values secrets that are known; one of several lines is looked for line by line */
    public Redactor(Collection<String> values) {
        this.values = values.stream().flatMap(String::lines).map(String::strip)
                .filter(value -> value.length() >= SHORTEST && !value.startsWith("-----")).distinct()
                // Part of another one must not leave the rest of it.
                .sorted(Comparator.comparing(String::length).reversed()).toList();
    }

    /** The text without secrets; as many lines, but for keys and certificates, which become one. */
    public List<String> lines(Collection<String> lines) {
        List<String> clean = new ArrayList<>();
        boolean inside = false;
        for (String line : lines) {
            boolean begins = line.contains("-----BEGIN ");
            if (begins) {
                clean.add(line(line.substring(0, line.indexOf("-----BEGIN "))) + REMOVED);
            } else if (!inside) {
                clean.add(line(line));
            }
            inside = (inside || begins) && !line.contains("-----END ");
        }
        return clean;
    }

    private String line(String line) {
        String clean = line;
        for (String value : values) {
            clean = clean.replace(value, REMOVED);
        }
        for (Map.Entry<Pattern, String> form : FORMS.entrySet()) {
            clean = form.getKey().matcher(clean).replaceAll(form.getValue());
        }
        return clean;
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

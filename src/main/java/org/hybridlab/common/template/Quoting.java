package org.hybridlab.common.template;

/** One language's way to write any text as one literal that means exactly this text. */
@FunctionalInterface
interface Quoting {
    /** @throws IllegalArgumentException with a sentence for the user if the language cannot express the text */
    String quote(String text);

    /** Single quotes; double quotes with escapes where the text has control characters, so that it stays one line. */
    static String ruby(String text) {
        if (text.chars().noneMatch(Character::isISOControl)) {
            return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
        }
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> {
            if (Character.isISOControl(point)) {
                quoted.append("\\u{%x}".formatted(point));
            } else if (point == '"' || point == '\\' || point == '#') {
                quoted.append('\\').appendCodePoint(point);
            } else {
                quoted.appendCodePoint(point);
            }
        });
        return quoted.append('"').toString();
    }

    /** Between single quotes nothing is special to a POSIX shell but the single quote. */
    static String shell(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a shell word cannot hold a NUL character");
        }
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /**
     * ASCII only, because Windows PowerShell reads a script without BOM in the ANSI code page. Inside single quotes
     * five characters end the string (U+0027, U+2018 to U+201B); only the first is ASCII.
     */
    static String powerShell(String text) {
        StringBuilder quoted = new StringBuilder("'");
        text.chars().forEach(unit -> {
            if (unit < ' ' || unit > '~') {
                quoted.append("'+[char]0x%04x+'".formatted(unit));
            } else if (unit == '\'') {
                quoted.append("''");
            } else {
                quoted.append((char) unit);
            }
        });
        quoted.append('\'');
        return quoted.indexOf("'+[char]") < 0 ? quoted.toString() : "(" + quoted + ")";
    }

    /** For files in a language that we know nothing of. */
    static String refuse(String text) {
        throw new IllegalArgumentException("this kind of file has no quoting: give the template the ending of a "
                + "language that has, such as .sh.ftl or .yaml.ftl, or write the value with ?no_esc");
    }

    /** A double-quoted scalar, always on one line; TOML reads the same as a basic string. */
    static String yaml(String text) {
        return doubleQuoted(text, "\\U%08x");
    }

    static String json(String text) {
        return doubleQuoted(text, null);
    }

    private static String doubleQuoted(String text, String astral) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> {
            if (point == '"' || point == '\\') {
                quoted.append('\\').appendCodePoint(point);
            } else if (point >= ' ' && point <= '~' || Character.isLetterOrDigit(point) && point <= 0xffff) {
                quoted.appendCodePoint(point);
            } else if (point > 0xffff && astral != null) {
                quoted.append(astral.formatted(point));
            } else {
                new StringBuilder().appendCodePoint(point).chars()
                        .forEach(unit -> quoted.append("\\u%04x".formatted(unit)));
            }
        });
        return quoted.append('"').toString();
    }
}

package org.hybridlab.common.template;

@FunctionalInterface
interface Quoting {
    /** @throws IllegalArgumentException with a sentence for the user if the language cannot express the text */
    String quote(String text);

    /** Single quotes, or double quotes with escapes for control characters, so that it is one line. */
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

    /** In single quotes, only the single quote is special in a POSIX shell. */
    static String shell(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a shell word cannot hold a NUL character");
        }
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /**
     * ASCII, since Windows PowerShell reads a script without BOM in the ANSI code page. Five characters end a
     * single-quoted string (U+0027, U+2018 to U+201B), of which one is ASCII.
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

    /** For files in an unknown language. */
    static String refuse(String text) {
        throw new IllegalArgumentException("this kind of file has no quoting: give the template the ending of a "
                + "language that has, such as .sh.ftl or .yaml.ftl, or write the value with ?no_esc");
    }

    /** A double-quoted scalar on one line, which is also a TOML basic string. */
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

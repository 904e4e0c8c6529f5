package org.hybridlab.terminal;

import java.util.regex.Pattern;

/**
 * Makes text safe for a terminal. Output of machines, pods and files may contain sequences that set the clipboard or
 * title, overwrite text, or change the reading direction.
 */
final class TerminalText {
    /** OSC, DCS, SOS, PM and APC with their content; CSI; all other escape sequences. */
    private static final Pattern SEQUENCES = Pattern.compile(
            "(?:\u001b[\\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*+(?:\u0007|\u001b\\\\|\u009c)"
                    + "|(?:\u001b\\[|\u009b)[0-?]*+[ -/]*+[@-~]|\u001b[ -/]*+[0-~]?");
    /** Colours, bold and faint. Not black, white or backgrounds, which hide text on some terminals. */
    private static final Pattern COLOR = Pattern.compile(
            "\u001b\\[(?:(?:[0-7]|2[1-9]|3[1-69]|9[1-6])(?:;|(?=m))){0,4}m");
    /** A lone carriage return would overwrite the line. */
    private static final Pattern CONTROLS = Pattern.compile("\r(?!\n)|[\\p{Cntrl}\u0080-\u009f&&[^\n\r\t\u001b]]"
            + "|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]");

    private TerminalText() {
    }

    /** Keeps line breaks and colours. */
    static String shown(String text) {
        if (isPlain(text)) {
            return text;
        }
        String colored = SEQUENCES.matcher(text).replaceAll(
                sequence -> COLOR.matcher(sequence.group()).matches() ? sequence.group() : "");
        return CONTROLS.matcher(colored).replaceAll("");
    }

    /** One line without colours. */
    static String plain(String line) {
        return CONTROLS.matcher(SEQUENCES.matcher(line).replaceAll("")).replaceAll("")
                .replaceAll("[\n\r\t]", " ").strip();
    }

    private static boolean isPlain(String text) {
        return text.chars().allMatch(one -> one >= ' ' && one < 0x7f || one == '\n');
    }
}

package org.hybridlab.terminal;

import java.util.regex.Pattern;

/**
 * Text as a terminal may get it. What machines, pods and files of others say can hold sequences that set the clipboard
 * or the title, paint over what stands there, or turn the reading direction.
 */
final class TerminalText {
    /** OSC, DCS, SOS, PM and APC with their content; CSI; all other escape sequences. */
    private static final Pattern SEQUENCES = Pattern.compile(
            "(?:\u001b[\\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*+(?:\u0007|\u001b\\\\|\u009c)"
                    + "|(?:\u001b\\[|\u009b)[0-?]*+[ -/]*+[@-~]|\u001b[ -/]*+[0-~]?");
    /** Colours, bold and faint. No black, white or background, which hide text on some terminal. */
    private static final Pattern COLOR = Pattern.compile(
            "\u001b\\[(?:(?:[0-7]|2[1-9]|3[1-69]|9[1-6])(?:;|(?=m))){0,4}m");
    /** A carriage return alone goes back over the line. */
    private static final Pattern CONTROLS = Pattern.compile("\r(?!\n)|[\\p{Cntrl}\u0080-\u009f&&[^\n\r\t\u001b]]"
            + "|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]");

    private TerminalText() {
    }

    /** As many lines; colours stay. */
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

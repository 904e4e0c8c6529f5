package org.hybridlab.guest;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.common.process.EncodedPowerShell;

/**
 * Command lines for OpenSSH on Windows, whose login shell may be cmd or PowerShell. They quote differently, so anything
 * special is sent as a base64 PowerShell script.
 */
final class WindowsQuoting {
    /** Nothing that cmd or PowerShell interprets. */
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_./:\\\\=+-]+");
    private static final String POWERSHELL = "powershell -NoProfile -NonInteractive -ExecutionPolicy Bypass ";

    private WindowsQuoting() {
    }

    /** @param words program and arguments, passed on unchanged */
    static String commandLine(List<String> words) {
        if (words.stream().allMatch(word -> HARMLESS.matcher(word).matches())) {
            return String.join(" ", words);
        }
        String arguments = words.stream().skip(1).map(word -> " " + literal(argument(word)))
                .collect(Collectors.joining());
        return powerShell("& " + literal(words.get(0)) + arguments + "\nexit $LASTEXITCODE\n");
    }

    static String powerShell(String source) {
        return POWERSHELL + "-EncodedCommand " + EncodedPowerShell.encoded(source);
    }

    /**
     * Runs a script in the machine.
     *
     * @param path with slashes, harmless
     * @throws IllegalArgumentException if an argument is not harmless
     */
    static String script(String path, List<String> arguments) {
        for (String word : arguments) {
            if (!HARMLESS.matcher(word).matches()) {
                throw new IllegalArgumentException("no argument for a script: " + word);
            }
        }
        String tail = arguments.stream().map(word -> " " + word).collect(Collectors.joining());
        return POWERSHELL + "-File " + path + tail;
    }

    /** In single quotes. Five characters end such a string, and are doubled. */
    static String literal(String text) {
        return "'" + text.replaceAll("['\\u2018\\u2019\\u201a\\u201b]", "$0$0") + "'";
    }

    /**
     * Windows PowerShell 5.1 only adds double quotes around arguments with blanks. Inner quotes, and backslashes before
     * quotes, must be escaped (CommandLineToArgvW).
     */
    private static String argument(String word) {
        if (word.isEmpty()) {
            return "\"\"";
        }
        String escaped = word.replaceAll("(\\\\*)\"", "$1$1\\\\\"");
        return word.chars().anyMatch(Character::isWhitespace) ? escaped.replaceAll("(\\\\+)$", "$1$1") : escaped;
    }
}

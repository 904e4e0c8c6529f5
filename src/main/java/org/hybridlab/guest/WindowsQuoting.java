package org.hybridlab.guest;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.common.process.EncodedPowerShell;

/**
 * Command lines for OpenSSH's server on Windows, whose login shell may be cmd or PowerShell. The two quote in ways that
 * contradict each other, so what is not harmless to both goes as base64 of a PowerShell script.
 */
final class WindowsQuoting {
    /** No quotes, blanks or anything else that cmd or PowerShell read as their own. */
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_./:\\\\=+-]+");
    private static final String POWERSHELL = "powershell -NoProfile -NonInteractive -ExecutionPolicy Bypass ";

    private WindowsQuoting() {
    }

    /** The program and its arguments, each as it is, whatever characters it has. */
    static String commandLine(List<String> words) {
        if (words.stream().allMatch(word -> HARMLESS.matcher(word).matches())) {
            return String.join(" ", words);
        }
        String arguments = words.stream().skip(1).map(word -> " " + literal(argument(word)))
                .collect(Collectors.joining());
        return powerShell("& " + literal(words.get(0)) + arguments + "\nexit $LASTEXITCODE\n");
    }

    /** Runs a few lines of PowerShell. */
    static String powerShell(String source) {
        return POWERSHELL + "-EncodedCommand " + EncodedPowerShell.encoded(source);
    }

    /**
     * Runs a script that lies in the machine.
     *
     * @param path with slashes, harmless
     * @throws IllegalArgumentException if an argument is not harmless: scripts take names and dates, files the rest
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

    /** Single quotes; five characters end such a string, and each is written twice to stand for itself. */
    static String literal(String text) {
        return "'" + text.replaceAll("['\\u2018\\u2019\\u201a\\u201b]", "$0$0") + "'";
    }

    /**
     * Windows PowerShell 5.1 puts a native program's argument between double quotes if it has blanks, and does nothing
     * else to it: quotes in it, and backslashes before a quote, are ours to escape (CommandLineToArgvW).
     */
    private static String argument(String word) {
        if (word.isEmpty()) {
            return "\"\"";
        }
        String escaped = word.replaceAll("(\\\\*)\"", "$1$1\\\\\"");
        return word.chars().anyMatch(Character::isWhitespace) ? escaped.replaceAll("(\\\\+)$", "$1$1") : escaped;
    }
}

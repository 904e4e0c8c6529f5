package org.hybridlab.terminal;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.report.Colors;

/** @param stem before lines of the step above */
public record Screen(int columns, int rows, String branch, String stem, Colors colors) {
    private static final Pattern SIZE = Pattern.compile("(\\d+) (\\d+)");

    /** 80 by 24 if the terminal does not say. */
    public static Screen ofThisTerminal(Processes processes, Colors colors) {
        boolean unicode = StandardCharsets.UTF_8.name().equals(System.getProperty("sun.stdout.encoding",
                System.getProperty("stdout.encoding", System.getProperty("native.encoding"))));
        Matcher size = SIZE.matcher(askSize(processes));
        boolean known = size.find() && !size.group(2).equals("0");
        return new Screen(known ? Integer.parseInt(size.group(2)) : 80, known ? Integer.parseInt(size.group(1)) : 24,
                unicode ? "\u251c\u2500 " : "|- ", unicode ? "\u2502     " : "|     ", colors);
    }

    private static String askSize(Processes processes) {
        try {
            return processes.run(Command.of("sh", "-c", "stty size < /dev/tty").timeout(Duration.ofSeconds(2)),
                    new Cancellation()).stdout();
        } catch (LabException e) {
            return "";
        }
    }
}

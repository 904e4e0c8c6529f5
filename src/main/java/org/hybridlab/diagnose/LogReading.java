package org.hybridlab.diagnose;

import java.time.Duration;
import java.util.List;

import org.hybridlab.config.model.Os;

/** The words of a command that shows a source on a machine of one system. Needs root or administrator. */
public interface LogReading {
    /** The newest lines, none of them older than {@code since} where the source tells its time. */
    List<String> newest(LogSource source, int lines, Duration since);

    /** The newest lines, and what comes after them until it is ended. */
    List<String> follow(LogSource source, int lines);

    static LogReading on(Os os) {
        return os == Os.WINDOWS ? new WindowsLogs() : new LinuxLogs();
    }
}

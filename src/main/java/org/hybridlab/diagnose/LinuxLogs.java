package org.hybridlab.diagnose;

import java.time.Duration;
import java.util.List;

import org.hybridlab.common.text.ResourceText;

/** By journalctl, and by tail in {@code /var/log/pods}, which works without an API server. */
final class LinuxLogs implements LogReading {
    private static final String NEWEST = ResourceText.of(LinuxLogs.class, "newest-logs.sh");
    /** Before systemd 254, `--lines` with a start time keeps the first lines unless it reads backwards. */
    private static final String NEWEST_OF_JOURNAL = """
            lines=$(journalctl --no-pager --output=short-iso --reverse "$@") || exit
            [ -z "$lines" ] || printf '%s\\n' "$lines" | tac
            """;
    private static final String FOLLOW = "exec tail -v -n \"$2\" -F /var/log/pods/$1/*.log";

    @Override
    public List<String> newest(LogSource source, int lines, Duration since) {
        String minutes = Long.toString(Math.max(1, since.toMinutes()));
        return switch (source.form()) {
            case UNIT -> List.of("sh", "-c", NEWEST_OF_JOURNAL, "logs", "--lines=" + lines,
                    "--since=-" + minutes + "min", part(source));
            case PODS -> List.of("sh", "-c", NEWEST, "logs", source.what(), Integer.toString(lines), minutes);
            default -> List.of("sh", "-c", "{ " + source.what() + "; } 2>&1 | head -n " + lines);
        };
    }

    @Override
    public List<String> follow(LogSource source, int lines) {
        return source.form() == LogSource.Form.UNIT
                ? List.of("journalctl", "--no-pager", "--output=short-iso", "--lines=" + lines, "--follow",
                        part(source))
                : List.of("sh", "-c", FOLLOW, "logs", source.what(), Integer.toString(lines));
    }

    private static String part(LogSource source) {
        return source.isKernel() ? "--dmesg" : "--unit=" + source.what();
    }
}

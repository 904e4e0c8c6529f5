package org.hybridlab.diagnose;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** By journalctl, and by tail below {@code /var/log/pods}, which also works while no API server answers. */
final class LinuxLogs implements LogReading {
    /** The newest file of each container; a crashed one's is that of its last run. */
    private static final String NEWEST = """
            for folder in /var/log/pods/$1; do
                file=$(ls -t "$folder"/*.log 2>/dev/null | head -n 1)
                [ -z "$file" ] || [ -z "$(find -L "$file" -mmin "-$3")" ] || tail -v -n "$2" "$file"
            done
            """;
    private static final String FOLLOW = "exec tail -v -n \"$2\" -F /var/log/pods/$1/*.log";

    @Override
    public List<String> newest(LogSource source, int lines, Duration since) {
        String minutes = Long.toString(Math.max(1, since.toMinutes()));
        return switch (source.form()) {
            case UNIT -> journal(source, lines, "--since=-" + minutes + "min");
            case PODS -> List.of("sh", "-c", NEWEST, "logs", source.what(), Integer.toString(lines), minutes);
            default -> List.of("sh", "-c", "{ " + source.what() + "; } 2>&1 | head -n " + lines);
        };
    }

    @Override
    public List<String> follow(LogSource source, int lines) {
        return source.form() == LogSource.Form.UNIT ? journal(source, lines, "--follow")
                : List.of("sh", "-c", FOLLOW, "logs", source.what(), Integer.toString(lines));
    }

    private static List<String> journal(LogSource source, int lines, String more) {
        List<String> words = new ArrayList<>(List.of("journalctl", "--no-pager", "--output=short-iso",
                "--lines=" + lines, more));
        words.add(source.what().equals("kernel") ? "--dmesg" : "--unit=" + source.what());
        return words;
    }
}

package org.hybridlab.diagnose;

import java.time.Duration;
import java.util.List;

/** By journalctl, and by tail in {@code /var/log/pods}, which works without an API server. */
final class LinuxLogs implements LogReading {
    /**
     * The newest file per container, which is a crashed one's last run. containerd writes times in the machine's zone.
     * Debian's mawk may lack mktime.
     */
    private static final String NEWEST = """
            cutoff=$(($(date +%s) - $3 * 60))
            for folder in /var/log/pods/$1; do
                file=$(ls -t "$folder"/*.log 2>/dev/null | head -n 1)
                [ -z "$file" ] || [ -z "$(find -L "$file" -mmin "-$3")" ] || tail -v -n "$2" "$file" \
                        | awk -v cutoff="$cutoff" '
                    function days(y, m, d) {
                        if (m < 3) {y--; m += 12}
                        y = 365 * y + int(y / 4) - int(y / 100) + int(y / 400)
                        return y + int((153 * m - 457) / 5) + d - 719469
                    }
                    function part(from, size) {return substr($1, from, size) + 0}
                    $1 ~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]/ {
                        then = days(part(1, 4), part(6, 2), part(9, 2)) * 86400
                        then += part(12, 2) * 3600 + part(15, 2) * 60 + part(18, 2)
                        zone = substr($1, length($1) - 5)
                        ahead = substr(zone, 2, 2) * 3600 + substr(zone, 5, 2) * 60
                        if (zone ~ /^[+]/) then -= ahead
                        if (zone ~ /^-/) then += ahead
                        if (then < cutoff) next
                    }
                    {print}'
            done
            """;
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

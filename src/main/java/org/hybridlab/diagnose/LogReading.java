package org.hybridlab.diagnose;

import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.EncodedPowerShell;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Os;

/** The command that shows a log source. Needs root or administrator. */
public interface LogReading {
    /** Not older than {@code since}, if the source has times. */
    List<String> newest(LogSource source, int lines, Duration since);

    /** The newest lines, then new ones until it is ended. */
    List<String> follow(LogSource source, int lines);

    static LogReading on(Os os) {
        return os == Os.WINDOWS ? new WindowsLogs() : new LinuxLogs();
    }

    /** By PowerShell, encoded so that no shell misreads it. */
    static final class WindowsLogs implements LogReading {
        @Override
        public List<String> newest(LogSource source, int lines, Duration since) {
            return powershell(switch (source.form()) {
                case FILES -> newestFile(source) + "Get-Content -LiteralPath $file.FullName -Tail " + lines + " }";
                case EVENTS -> ("Get-WinEvent -MaxEvents %d -FilterHashtable @{ LogName = %s; "
                        + "StartTime = (Get-Date).AddMinutes(-%d) } | ForEach-Object { '{0:s} {1} {2}' -f "
                        + "$_.TimeCreated, $_.Id, ($_.Message -replace '\\s+', ' ') }").formatted(lines,
                        quoted(source.what()), Math.max(1, since.toMinutes()));
                default -> source.what();
            });
        }

        @Override
        public List<String> follow(LogSource source, int lines) {
            if (source.form() != LogSource.Form.FILES) {
                return newest(source, lines, Duration.ofDays(1));
            }
            return powershell(newestFile(source)
                    + "Get-Content -LiteralPath $file.FullName -Wait -Tail " + lines + " }");
        }

        private static String newestFile(LogSource source) {
            return "$file = Get-ChildItem -Path %s | Sort-Object LastWriteTime | Select-Object -Last 1\nif ($file) { "
                    .formatted(quoted(source.what()));
        }

        private static String quoted(String text) {
            return "'" + text.replace("'", "''") + "'";
        }

        private static List<String> powershell(String script) {
            // Missing sources print nothing.
            return EncodedPowerShell.words("$ErrorActionPreference = 'SilentlyContinue'\n" + script);
        }
    }

    /** By journalctl, and by tail in {@code /var/log/pods}, which works without an API server. */
    static final class LinuxLogs implements LogReading {
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
}

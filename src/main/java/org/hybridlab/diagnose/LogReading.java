package org.hybridlab.diagnose;

import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.EncodedPowerShell;
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
}

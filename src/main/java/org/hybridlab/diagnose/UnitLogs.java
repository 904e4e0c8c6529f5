package org.hybridlab.diagnose;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Os;

public record UnitLogs(LogSources sources) {
    private static final Duration EVER = Duration.ofDays(3650);

    /**
     * @param units names of sources; on Linux also systemd units
     * @throws LabException {@code log-unknown} (exit 2) with the known names
     */
    public List<String> words(Os os, List<String> units, int lines, boolean follow) {
        if (os == Os.LINUX && units.stream().noneMatch(this::isNoUnit)) {
            return journal(units, lines, follow);
        }
        LogSource source = units.size() == 1 ? sources.find(os, units.get(0)).orElse(null) : null;
        if (source == null) {
            throw LabException.invalid("log-unknown", units.size() == 1
                            ? "There is no log called %s on %s.".formatted(units.get(0), os.id())
                            : "One log of this kind can be shown at a time.",
                    "Name one with --unit: " + sources.logs(os).stream().map(LogSource::name)
                            .collect(Collectors.joining(", ")) + ".");
        }
        LogReading reading = LogReading.on(os);
        return follow ? reading.follow(source, lines) : reading.newest(source, lines, EVER);
    }

    /** Kernel messages in the journal have no unit. */
    private boolean isNoUnit(String name) {
        Optional<LogSource> source = sources.find(Os.LINUX, name);
        return source.filter(one -> one.form() == LogSource.Form.PODS || one.isKernel()).isPresent();
    }

    private static List<String> journal(List<String> units, int lines, boolean follow) {
        List<String> words = new ArrayList<>(List.of("journalctl", "--no-pager", "--lines=" + lines));
        units.forEach(unit -> words.add("--unit=" + unit));
        if (follow) {
            words.add("--follow");
        }
        return words;
    }
}

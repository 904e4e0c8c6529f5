package org.hybridlab.diagnose;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.Machine;

/**
 * What a script says of its machine, a line for each fact.
 *
 * @param gaps one for each fact that the machine could not tell; a fact that is unknown is a sign of nothing
 */
record MachineFacts(Evidence evidence, List<String> gaps) {
    private static final String UNKNOWN = "unknown: ";
    private static final String COMPLETE = "facts: complete";
    private static final String CLOCK = "clock ";
    /** Below this no certificate, lease or token minds. */
    private static final Duration SKEW = Duration.ofSeconds(10);

    MachineFacts {
        gaps = List.copyOf(gaps);
    }

    /** The command by which a machine tells them. */
    static List<String> words(Target target, Machine machine, LogSource source) {
        return List.of("sh", "-c", source.what(), source.name(), machine.name(), machine.address().toString(),
                machine.role().id(), target.podInterface().orElse("-"), target.rank(machine));
    }

    /** @param before when the machine was asked, by this host's clock; it had answered at {@code after} */
    static MachineFacts of(Machine machine, LogSource source, List<String> said, Instant before, Instant after) {
        List<String> facts = new ArrayList<>();
        List<String> gaps = new ArrayList<>();
        for (String line : said) {
            if (line.startsWith(UNKNOWN)) {
                gaps.add("machine %s: %s".formatted(machine.name(), line.substring(UNKNOWN.length())));
            } else if (line.matches(CLOCK + "\\d{1,12}")) {
                facts.add(clock(Instant.ofEpochSecond(Long.parseLong(line.substring(CLOCK.length()))), before, after));
            } else if (!line.equals(COMPLETE)) {
                facts.add(line);
            }
        }
        if (!said.contains(COMPLETE)) {
            gaps.add("machine %s: it did not tell all of its %s".formatted(machine.name(), source.name()));
        }
        return new MachineFacts(new Evidence(source.kind(), machine.name(), source.name(), Optional.of(machine.os()),
                facts), gaps);
    }

    private static String clock(Instant machine, Instant before, Instant after) {
        Duration ahead = Duration.between(after, machine);
        Duration behind = Duration.between(machine, before);
        Duration skew = ahead.compareTo(behind) > 0 ? ahead : behind;
        return skew.compareTo(SKEW) > 0 ? "clock differs from this host's by %d s".formatted(skew.toSeconds())
                : "clock as this host's";
    }
}

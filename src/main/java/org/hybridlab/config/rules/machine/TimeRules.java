package org.hybridlab.config.rules.machine;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Defect.warning;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.PROVIDER;
import static org.hybridlab.config.rules.core.Section.TIME;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.TimeSettings;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class TimeRules {
    /** From this Java's copy of the IANA database. Windows has its own names. */
    public static final Rule TIME_ZONE_UNKNOWN = Rule.of("time-zone-unknown",
            "The time zone is in the IANA database, and Windows machines have a name for it.",
            Set.of(TIME, MACHINES), TimeRules::timeZoneUnknown);

    /** A machine cannot be its own time server. */
    public static final Rule TIME_SERVER_UNUSABLE = Rule.of("time-server-unusable",
            "A time server is not the machine that asks it, and is listed once.",
            Set.of(TIME), TimeRules::timeServerUnusable);

    /** A container shares the host's clock and may not set it. */
    public static final Rule TIME_SERVERS_DOCKER = Rule.of("time-servers-docker",
            "Time servers are written for machines with a clock of their own.",
            Set.of(TIME, PROVIDER), TimeRules::timeServersDocker);

    private TimeRules() {
    }

    private static List<Defect> timeZoneUnknown(LabFacts facts) {
        return facts.lab().time().zone().flatMap(zone -> whyNot(zone, facts.lab().hasWindows())).stream()
                .map(why -> error(Place.of("time", "zone"), why, "Write for example Europe/Berlin or Etc/UTC."))
                .toList();
    }

    private static Optional<String> whyNot(String zone, boolean windows) {
        if (!ZoneId.getAvailableZoneIds().contains(zone)) {
            return Optional.of("there is no time zone '%s'".formatted(zone));
        }
        return windows && TimeSettings.windowsName(zone).isEmpty()
                ? Optional.of("Windows has no name for the time zone '%s'".formatted(zone)) : Optional.empty();
    }

    private static List<Defect> timeServerUnusable(LabFacts facts) {
        List<String> servers = facts.lab().time().servers();
        List<Defect> found = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            String server = servers.get(i);
            boolean itself = server.equals("localhost") || server.startsWith("127.") || server.equals("0.0.0.0");
            if (itself || servers.indexOf(server) < i) {
                found.add(error(Place.of("time", "servers", i), "the time server %s %s".formatted(server,
                        itself ? "is each machine itself" : "stands there twice"),
                        "Write the name or address of a host that knows the time."));
            }
        }
        return found;
    }

    private static List<Defect> timeServersDocker(LabFacts facts) {
        return facts.lab().time().servers().isEmpty()
                || facts.lab().provider().filter(one -> one.traits().sharesKernel()).isEmpty() ? List.of()
                : List.of(warning(Place.of("time", "servers"),
                        "on docker the machines have this host's clock, and ask no time server",
                        "Set this host's clock, or leave `time.servers` out."));
    }
}

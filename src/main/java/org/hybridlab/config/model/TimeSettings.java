package org.hybridlab.config.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.text.ResourceText;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Clock settings of machines.
 *
 * @param zone IANA name; empty: the box's on Linux, UTC on Windows
 * @param servers of NTP, names or addresses; none: the system's defaults
 */
public record TimeSettings(Optional<String> zone, List<String> servers) {
    public static final TimeSettings NONE = new TimeSettings(Optional.empty(), List.of());

    public TimeSettings {
        servers = List.copyOf(servers);
    }

    /** Names of time zones for Windows PowerShell 5.1, from a data file. Loaded on first use. */
    private static final class WindowsNames {
        private static final Map<String, String> BY_IANA = read();

        private static Map<String, String> read() {
            Map<String, List<String>> zones = new Yaml(new SafeConstructor(new LoaderOptions())).load(
                    ResourceText.of(TimeSettings.class, "windows-time-zones.yaml"));
            Map<String, String> names = new HashMap<>();
            zones.forEach((windows, iana) -> iana.forEach(zone -> names.put(zone, windows)));
            return Map.copyOf(names);
        }
    }

    /** @return empty if Windows has no name for that IANA zone */
    public static Optional<String> windowsName(String iana) {
        return Optional.ofNullable(WindowsNames.BY_IANA.get(iana));
    }
}

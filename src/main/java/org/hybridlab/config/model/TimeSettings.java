package org.hybridlab.config.model;

import java.util.List;
import java.util.Optional;

/**
 * The machines' clocks.
 *
 * @param zone by its IANA name; empty: the box's on Linux machines, UTC on Windows machines
 * @param servers that NTP asks, by name or address; none: whom the box and Windows ask
 */
public record TimeSettings(Optional<String> zone, List<String> servers) {
    public static final TimeSettings NONE = new TimeSettings(Optional.empty(), List.of());

    public TimeSettings {
        servers = List.copyOf(servers);
    }
}

package org.hybridlab.config.model;

import java.util.List;

/**
 * Whom machines ask for names from outside of the cluster.
 *
 * @param servers none: whom the box or the provider's network names
 * @param search domains that are tried after a short name; none: Windows machines try the lab's own
 */
public record DnsSettings(List<Ipv4> servers, List<String> search) {
    public static final DnsSettings NONE = new DnsSettings(List.of(), List.of());

    public DnsSettings {
        servers = List.copyOf(servers);
        search = List.copyOf(search);
    }
}

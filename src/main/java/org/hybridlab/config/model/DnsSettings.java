package org.hybridlab.config.model;

import java.util.List;

/**
 * DNS servers of machines for names outside of the cluster.
 *
 * @param servers none: those of the box or the provider's network
 * @param search domains for short names; none: Windows machines use the lab's own
 */
public record DnsSettings(List<Ipv4> servers, List<String> search) {
    public static final DnsSettings NONE = new DnsSettings(List.of(), List.of());

    public DnsSettings {
        servers = List.copyOf(servers);
        search = List.copyOf(search);
    }
}

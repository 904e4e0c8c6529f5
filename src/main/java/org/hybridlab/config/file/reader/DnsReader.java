package org.hybridlab.config.file.reader;

import java.util.List;

import org.hybridlab.config.file.schema.Field;
import org.hybridlab.config.file.schema.Forms;
import org.hybridlab.config.file.schema.ListShape;
import org.hybridlab.config.file.schema.MappingShape;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.DnsSettings;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.rules.core.Place;

/** The key {@code network.dns}. */
final class DnsReader {
    static final MappingShape DNS = MappingShape.of("dns",
            Field.optional("servers", ListShape.of(Forms.ADDRESS, 3), "DNS servers",
                    "Addresses that the machines ask, and the cluster's DNS for names from outside. Without "
                    + "it, those that the box or the provider's network names.")
                    .examples(List.of("192.168.56.5")),
            Field.optional("search", ListShape.of(Forms.SEARCH_DOMAIN, 6), "Search domains",
                    "DNS suffixes that are tried after a short name. The first is also the primary DNS suffix "
                    + "of Windows machines. Without it, LAB.internal on Windows machines.")
                    .examples(List.of("lan.example")));

    private DnsReader() {
    }

    static DnsSettings read(Part network, Origins origins) {
        return network.part("dns").map(part -> {
            for (String key : List.of("servers", "search")) {
                origins.putItems(Place.of("network", "dns", key), part, key);
            }
            return new DnsSettings(part.texts("servers").stream().map(Ipv4::parse).toList(), part.texts("search"));
        }).orElse(DnsSettings.NONE);
    }
}

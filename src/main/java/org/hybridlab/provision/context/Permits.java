package org.hybridlab.provision.context;

import java.util.Map;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderTraits;

/** Limits on steps of {@code up} that run in parallel. */
public final class Permits {
    /** For creating machines; the number depends on the provider. */
    public static final String MACHINE_CREATE = "machine-create";
    /** Etcd members and API servers change one after the other, while the others answer. */
    public static final String ETCD_MEMBER = "etcd-member";

    private Permits() {
    }

    /** One machine at a time if the provider has races. */
    static Map<String, Integer> of(Lab lab, ProviderTraits provider) {
        return Map.of(MACHINE_CREATE, provider.startsTogether() ? lab.madeMachines().size() : 1, ETCD_MEMBER, 1);
    }
}

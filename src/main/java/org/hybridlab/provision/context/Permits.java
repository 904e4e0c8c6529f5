package org.hybridlab.provision.context;

import java.util.Map;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderTraits;

/** What keeps steps of {@code up} from running at the same time although neither needs the other. */
public final class Permits {
    /** Machines are created under this one; how many there are depends on the provider. */
    public static final String MACHINE_CREATE = "machine-create";
    /** Members of etcd and API servers come, go and start again one after the other, while those of others answer. */
    public static final String ETCD_MEMBER = "etcd-member";

    private Permits() {
    }

    /** How many there are of each: one machine at a time where the provider races on creating. */
    static Map<String, Integer> of(Lab lab, ProviderTraits provider) {
        return Map.of(MACHINE_CREATE, provider.startsTogether() ? lab.madeMachines().size() : 1, ETCD_MEMBER, 1);
    }
}

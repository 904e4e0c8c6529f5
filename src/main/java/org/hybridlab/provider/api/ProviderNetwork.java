package org.hybridlab.provider.api;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Cidr;

public final class ProviderNetwork {
    private ProviderNetwork() {
    }

    public static LabException changed(Cidr wanted) {
        return LabException.invalid("lab-network-changed",
                "The lab's machines are on another network than %s, which the lab file now says.".formatted(wanted),
                "Run `hybridlab destroy LAB` first, or set network.machines back.");
    }
}

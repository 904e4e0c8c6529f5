package org.hybridlab.config.rules.network;

import java.util.List;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.rules.core.Place;

/** @param key in the lab file */
record LabFileNetwork(String key, Cidr cidr) {
    static List<LabFileNetwork> of(Network network) {
        return List.of(new LabFileNetwork("machines", network.machines()), new LabFileNetwork("pods", network.pods()),
                new LabFileNetwork("services", network.services()));
    }

    Place place() {
        return Place.network(key);
    }

    @Override
    public String toString() {
        return "network." + key + ", " + cidr + ",";
    }
}

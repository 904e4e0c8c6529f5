package org.hybridlab.rules;

import java.util.List;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Network;

/**
 * One of a lab's three networks.
 *
 * @param key as the lab file calls it
 */
record LabNetwork(String key, Cidr cidr) {
    static List<LabNetwork> of(Network network) {
        return List.of(new LabNetwork("machines", network.machines()), new LabNetwork("pods", network.pods()),
                new LabNetwork("services", network.services()));
    }

    Place place() {
        return Place.network(key);
    }

    @Override
    public String toString() {
        return "network." + key + ", " + cidr + ",";
    }
}

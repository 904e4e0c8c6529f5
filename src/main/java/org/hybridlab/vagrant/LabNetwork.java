package org.hybridlab.vagrant;

import org.hybridlab.failure.LabException;
import org.hybridlab.lab.Cidr;

/** What can be wrong with the network that a lab's machines are on. */
final class LabNetwork {
    private LabNetwork() {
    }

    static LabException changed(Cidr wanted) {
        return LabException.invalid("lab-network-changed",
                "The lab's machines are on another network than %s, which the lab file now says.".formatted(wanted),
                "Run `hybridlab destroy` first, or set network.machines back.");
    }
}

package org.hybridlab.provision.network;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.provision.context.LabContext;

/** What Linux machines run for the gateway of a Windows machine's pods. */
public final class GatewayTexts {
    private GatewayTexts() {
    }

    /** What the first of the machines runs that hold it by turns. */
    public static String ofHolder(LabContext labContext, String windows, Cidr pods) {
        return new GatewayHeld(labContext, labContext.lab().machine(windows).orElseThrow())
                .script(labContext.lab().gateways().get(0), pods);
    }
}

package org.hybridlab.provision.network;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.provision.context.LabContext;

/** What Linux machines run for the gateway of a Windows machine's pods. */
public final class GatewayTexts {
    private GatewayTexts() {
    }

    /** What the first of the machines runs that hold it by turns. */
    public static String ofHolder(LabContext tools, String windows, Cidr pods) {
        return new GatewayHeld(tools, tools.lab().machine(windows).orElseThrow())
                .script(tools.lab().gateways().get(0), pods);
    }
}

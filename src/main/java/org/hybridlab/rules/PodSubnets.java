package org.hybridlab.rules;

import org.hybridlab.lab.Cidr;

/** The /24 networks that nodes get of the pod network (the controller-manager's default). */
final class PodSubnets {
    private static final int NODE_PREFIX = 24;

    private PodSubnets() {
    }

    static long in(Cidr pods) {
        return pods.prefix() > NODE_PREFIX ? 0 : 1L << (NODE_PREFIX - pods.prefix());
    }
}

package org.hybridlab.config.model;

/** The range of NodePorts, which kubeadm leaves as the API server has it. */
public final class NodePorts {
    public static final int FIRST = 30_000;
    public static final int LAST = 32_767;

    private NodePorts() {
    }

    public static boolean contains(int port) {
        return port >= FIRST && port <= LAST;
    }
}

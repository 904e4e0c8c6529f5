package org.hybridlab.config.model;

/** The API server's default range of NodePorts. */
public final class NodePorts {
    public static final int FIRST = 30_000;
    public static final int LAST = 32_767;

    private NodePorts() {
    }

    public static boolean contains(int port) {
        return port >= FIRST && port <= LAST;
    }
}

package org.hybridlab.cluster.api;

import java.util.Set;

/**
 * @param value empty if it has none
 * @param effect NoSchedule, PreferNoSchedule or NoExecute
 */
public record Taint(String key, String value, String effect) {
    /** kubeadm's on every control plane. */
    public static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

    private static final String OF_KUBERNETES = "node.kubernetes.io/";
    /** Of the node lifecycle controller. People set others of that prefix, such as out-of-service. */
    private static final Set<String> OF_CONTROLLERS = Set.of("not-ready", "unreachable", "memory-pressure",
            "disk-pressure", "pid-pressure", "network-unavailable", "unschedulable");

    public Taint(String key, String effect) {
        this(key, "", effect);
    }

    /** Whether Kubernetes' own controllers set and remove a taint with this key. */
    public static boolean isOfControllers(String key) {
        return key.startsWith(OF_KUBERNETES) && OF_CONTROLLERS.contains(key.substring(OF_KUBERNETES.length()));
    }
}

package org.hybridlab.cluster.api;

/**
 * What keeps pods off a node unless they tolerate it.
 *
 * @param value empty if it has none
 * @param effect NoSchedule, PreferNoSchedule or NoExecute
 */
public record Taint(String key, String value, String effect) {
    /** kubeadm's on every control plane. */
    public static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";
    /** The same until Kubernetes 1.24. */
    private static final String MASTER = "node-role.kubernetes.io/master";

    /** Without a value. */
    public Taint(String key, String effect) {
        this(key, "", effect);
    }

    /** Whether a taint with this key is kubeadm's, under whatever name. */
    public static boolean isOfControlPlane(String key) {
        return key.equals(CONTROL_PLANE) || key.equals(MASTER);
    }
}

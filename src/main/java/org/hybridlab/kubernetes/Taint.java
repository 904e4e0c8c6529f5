package org.hybridlab.kubernetes;

/**
 * What keeps pods off a node unless they tolerate it.
 *
 * @param effect NoSchedule, PreferNoSchedule or NoExecute
 */
public record Taint(String key, String effect) {
    /** kubeadm's on every control plane. */
    public static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";
    /** The same until Kubernetes 1.24. */
    private static final String MASTER = "node-role.kubernetes.io/master";

    /** Whether a taint with this key is kubeadm's, under whatever name. */
    public static boolean isOfControlPlane(String key) {
        return key.equals(CONTROL_PLANE) || key.equals(MASTER);
    }
}

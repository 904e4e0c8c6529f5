package org.hybridlab.kubernetes;

/**
 * What keeps pods off a node unless they tolerate it.
 *
 * @param effect NoSchedule, PreferNoSchedule or NoExecute
 */
public record Taint(String key, String effect) {
    /** kubeadm's on every control plane. */
    public static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";
}

package org.hybridlab.provision.render;

/** What {@code kubeadm init} reads and leaves on the first control plane. */
public final class KubeadmInit {
    /** Says that init went through, so that a control plane which is only slow is never reset. */
    public static final String MARKER = "/etc/kubernetes/hybridlab-initialised";
    /** Must be there, with patches or without. */
    public static final String PATCHES = "/etc/kubernetes/patches";
    public static final String CONFIG = "/etc/hybridlab/kubeadm-init.yaml";
    /** What makes kubectl work for the vagrant user; prints the kubeconfig. */
    public static final String KUBECONFIG = """
            set -e
            install -d -m 0700 -o vagrant -g vagrant /home/vagrant/.kube
            install -m 0600 -o vagrant -g vagrant /etc/kubernetes/admin.conf /home/vagrant/.kube/config
            cat /etc/kubernetes/admin.conf""";
    /** The same once init or join is through, which it notes. */
    public static final String HAND_OVER = "set -e; touch " + MARKER + "\n" + KUBECONFIG;

    private KubeadmInit() {
    }
}

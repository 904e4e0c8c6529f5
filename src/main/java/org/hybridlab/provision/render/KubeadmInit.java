package org.hybridlab.provision.render;

public final class KubeadmInit {
    /** Marks a successful init, so that a slow control plane is never reset. */
    public static final String MARKER = "/etc/kubernetes/hybridlab-initialised";
    /** Must exist, with patches or without. */
    public static final String PATCHES = "/etc/kubernetes/patches";
    public static final String CONFIG = "/etc/hybridlab/kubeadm-init.yaml";
    /** Sets up kubectl for the vagrant user; prints the kubeconfig. */
    public static final String KUBECONFIG = """
            set -e
            install -d -m 0700 -o vagrant -g vagrant /home/vagrant/.kube
            install -m 0600 -o vagrant -g vagrant /etc/kubernetes/admin.conf /home/vagrant/.kube/config
            cat /etc/kubernetes/admin.conf""";
    /** For after init or join, which it marks. */
    public static final String HAND_OVER = "set -e; touch " + MARKER + "\n" + KUBECONFIG;

    private KubeadmInit() {
    }
}

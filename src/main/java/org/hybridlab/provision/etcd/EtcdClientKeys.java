package org.hybridlab.provision.etcd;

import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.KeysThroughMemory;

public final class EtcdClientKeys {
    /** kubeadm creates it where etcd's authority is. It is then removed there. */
    private static final String MAKE = """
            set -e
            kubeadm init phase certs apiserver-etcd-client --config /etc/hybridlab/kubeadm-etcd.yaml > /dev/null
            cd /etc/kubernetes/pki
            tar -cz etcd/ca.crt apiserver-etcd-client.crt apiserver-etcd-client.key | base64 -w0
            rm apiserver-etcd-client.crt apiserver-etcd-client.key""";

    private EtcdClientKeys() {
    }

    public static void bring(Guest etcdMachine, Guest controlPlane) {
        KeysThroughMemory.unpack(etcdMachine.output(MAKE, "Making the API server's certificate for etcd"),
                controlPlane);
    }
}

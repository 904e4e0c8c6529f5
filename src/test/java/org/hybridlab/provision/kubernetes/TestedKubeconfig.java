package org.hybridlab.provision.kubernetes;

import java.util.Map;

import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.provision.context.OpenLab;

/** The kubeconfig of the cluster that a lab joins, as the lab's steps read it. */
public final class TestedKubeconfig {
    private TestedKubeconfig() {
    }

    public static KubeConfig read(OpenLab open) {
        return NamedKubeconfig.read(open.lab().cluster().orElseThrow(), open.folder(), Map.of());
    }
}

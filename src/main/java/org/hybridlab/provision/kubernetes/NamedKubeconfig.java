package org.hybridlab.provision.kubernetes;

import java.util.Map;
import java.util.Optional;

import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.cluster.kubeconfig.OthersKubeconfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.ExistingCluster;
import org.hybridlab.config.model.Lab;
import org.hybridlab.provision.render.HostPath;
import org.hybridlab.provision.state.LabCluster;

/** The kubeconfig that a lab file names for its cluster. */
public final class NamedKubeconfig {
    private NamedKubeconfig() {
    }

    /**
     * Whether it can be read, before the workspace has a copy. Asks no cluster.
     *
     * @throws org.hybridlab.common.error.LabException {@code cluster-kubeconfig} or {@code path-outside-lab} (exit 2)
     */
    public static void check(Lab lab, LabFolder labFolder, Workspace workspace, Map<String, String> environment) {
        if (lab.joinsExisting() && !new LabCluster(workspace).isKnown()) {
            read(lab.cluster().orElseThrow(), labFolder, environment);
        }
    }

    /** Host of the API server; empty if the lab joins no cluster, or the kubeconfig cannot be read. */
    public static Optional<String> host(Lab lab, LabFolder labFolder, Workspace workspace,
                                        Map<String, String> environment) {
        return lab.cluster().flatMap(existing -> {
            LabCluster known = new LabCluster(workspace);
            return LabException.known(known::kubeconfig)
                    .or(() -> LabException.known(() -> read(existing, labFolder, environment)))
                    .map(config -> config.server().getHost().replaceAll("[\\[\\]]", ""));
        });
    }

    /** With its context only. */
    static KubeConfig read(ExistingCluster existing, LabFolder labFolder, Map<String, String> environment) {
        return KubeConfig.parse(OthersKubeconfig.context(
                HostPath.of(existing.kubeconfig(), labFolder.path(), environment), existing.context(), labFolder));
    }
}

package org.hybridlab.provision.kubernetes;

import java.util.List;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.ClusterFacts;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.JoinedCluster;
import org.hybridlab.provision.state.LabCluster;

/** The workspace has the cluster that the lab joins, and the machines fit. Changes nothing there. */
final class ClusterKnown implements Action {
    private final LabContext labContext;
    private final Lab lab;

    ClusterKnown(LabContext labContext) {
        this.labContext = labContext;
        this.lab = labContext.lab();
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster()) {
            return Probe.absent("nobody has looked at the cluster yet");
        }
        if (isAnother()) {
            return Probe.absent("%s is of another cluster now".formatted(lab.cluster().orElseThrow().kubeconfig()));
        }
        if (!new JoinedCluster(labContext.workspace()).isJoined()) {
            return Probe.absent("the lab has not joined it yet");
        }
        return labContext.cluster().isReady(labContext.timeouts().apiAnswer(), context.cancellation())
                ? Probe.present("the API server answers")
                : Probe.absent("the API server does not answer");
    }

    @Override
    public void run(StepContext context) {
        KubeConfig config = named();
        isTheOneJoined(config);
        Cluster cluster = Cluster.of(config);
        ClusterFacts facts = ClusterFacts.of(cluster.api(), config.server().toString(),
                LabCluster.source(lab.network().plugin()));
        List<Node> nodes = cluster.nodes();
        new ClusterFit(lab, labContext.id(), labContext.word(), VagrantNotes.of(labContext.workspace()).names())
                .check(KubernetesVersion.parse(cluster.api().get("/version").path("gitVersion").asString()
                        .replaceFirst("[+-].*", "")), facts, nodes);
        context.line("%s: pods in %s, services in %s, %d nodes".formatted(facts.server(), facts.pods(),
                facts.services(), nodes.size()));
        labContext.keepCluster(config);
        // Last: after this, `destroy` asks the cluster, and must know it.
        new JoinedCluster(labContext.workspace()).begin();
    }

    /** An unreadable one is not another one. */
    private boolean isAnother() {
        try {
            return isAnother(named());
        } catch (LabException e) {
            return false;
        }
    }

    private boolean isAnother(KubeConfig config) {
        LabCluster known = labContext.created().cluster();
        return known.wasKnown() && !known.authorityFingerprint().equals(Fingerprint.of(config.authority()));
    }

    private KubeConfig named() {
        return NamedKubeconfig.read(lab.cluster().orElseThrow(), labContext.open().folder(),
                labContext.environment());
    }

    /** Machines joined another cluster: what was created there would stay. A lab's own cluster would be lost. */
    private void isTheOneJoined(KubeConfig config) {
        if (isAnother(config)) {
            throw LabException.invalid("cluster-changed",
                    "The lab's machines belong to another cluster than %s has.".formatted(
                            lab.cluster().orElseThrow().kubeconfig()),
                    "Destroy the lab first, while the cluster that it left is there: hybridlab destroy "
                            + labContext.word());
        }
    }
}

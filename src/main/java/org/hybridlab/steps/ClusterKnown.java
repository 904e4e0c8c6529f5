package org.hybridlab.steps;

import java.util.List;
import java.util.Optional;

import org.hybridlab.failure.LabException;
import org.hybridlab.kubernetes.Cluster;
import org.hybridlab.kubernetes.ClusterFacts;
import org.hybridlab.kubernetes.KubeConfig;
import org.hybridlab.kubernetes.Node;
import org.hybridlab.kubernetes.OthersKubeconfig;
import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.ExistingCluster;
import org.hybridlab.lab.Ipv4;
import org.hybridlab.lab.KubernetesVersion;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The workspace knows the cluster that the lab joins, and the lab's machines fit into it. Changes nothing there. */
final class ClusterKnown implements Action {
    private final LabTools tools;
    private final Lab lab;

    ClusterKnown(LabTools tools) {
        this.tools = tools;
        this.lab = tools.lab();
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("nobody has looked at the cluster yet");
        }
        return tools.cluster().isReady(tools.pace().apiAnswer(), context.cancellation())
                ? Probe.present("the API server answers")
                : Probe.absent("the API server does not answer");
    }

    @Override
    public void run(StepContext context) {
        ExistingCluster existing = lab.cluster().orElseThrow();
        String kubeconfig = OthersKubeconfig.context(tools.onHost(existing.kubeconfig()), existing.context());
        KubeConfig config = KubeConfig.parse(kubeconfig);
        Cluster cluster = Cluster.of(config);
        ClusterFacts facts = ClusterFacts.of(cluster.api(), config.server().toString());
        List<Node> nodes = cluster.nodes();
        fitsVersion(KubernetesVersion.parse(cluster.api().get("/version").path("gitVersion").asString()
                .replaceFirst("[+-].*", "")));
        apart(facts.pods());
        apart(facts.services());
        reaches(nodes);
        lab.nodes().forEach(machine -> isFree(machine, nodes));
        context.line("%s: pods in %s, services in %s, %d nodes".formatted(facts.server(), facts.pods(),
                facts.services(), nodes.size()));
        tools.keepCluster(kubeconfig);
        // Last: from then on `destroy` asks the cluster, and must know where it is.
        new JoinedCluster(tools.workspace()).begin();
    }

    /** kubeadm joins clusters of its own branch. */
    private void fitsVersion(KubernetesVersion there) {
        if (!there.branch().equals(lab.kubernetes().branch())) {
            throw LabException.invalid("cluster-version",
                    "The cluster runs Kubernetes %s, and the lab's machines get %s.".formatted(there, lab.kubernetes()),
                    "Write `kubernetes: %s` in the lab file.".formatted(there.branch()));
        }
    }

    private void apart(String network) {
        for (String one : network.split(",")) {
            if (!one.contains(":") && Cidr.parse(one).overlaps(lab.network().machines())) {
                throw LabException.invalid("cluster-network-overlap",
                        "The machines' network %s overlaps %s, which is the cluster's own for pods or services."
                                .formatted(lab.network().machines(), one), "Take another network for the machines.");
            }
        }
    }

    private void reaches(List<Node> nodes) {
        List<String> addresses = nodes.stream().flatMap(node -> node.addresses().stream()).toList();
        if (addresses.stream().filter(address -> !address.contains(":"))
                .noneMatch(address -> lab.network().machines().contains(Ipv4.parse(address)))) {
            throw LabException.invalid("cluster-elsewhere",
                    "No machine of the cluster is in the lab's network %s; they are at %s."
                            .formatted(lab.network().machines(), String.join(", ", addresses)),
                    "Write their network as network.machines, and a free address of it for each machine.");
        }
    }

    private void isFree(Machine machine, List<Node> nodes) {
        Optional<Node> taken = nodes.stream().filter(node -> node.name().equals(machine.name())
                || node.addresses().contains(machine.address().toString())).findFirst();
        taken.filter(node -> !NodeLabel.isOf(lab.name(), node)).ifPresent(node -> {
            throw LabException.invalid("cluster-node-taken",
                    "The cluster has a node %s at %s, and the lab a machine %s at %s.".formatted(node.name(),
                            node.internalAddress().orElse("no address"), machine.name(), machine.address()),
                    "Give the machine another name, and an address that is free there.");
        });
    }
}

package org.hybridlab.provision.kubernetes;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.ClusterFacts;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.state.NodeLabel;

/**
 * Whether a lab's machines fit into an existing cluster. Failures have exit code 2, since this `up` made nothing yet.
 *
 * @param made machines of an earlier {@code up}, which keep their version and Windows mode
 */
record ClusterFit(Lab lab, LabId id, String labName, Set<String> made) {
    void check(KubernetesVersion there, ClusterFacts facts, List<Node> nodes) {
        fitsVersion(there);
        apart(facts.pods());
        apart(facts.services());
        speaksWindows(facts);
        reaches(nodes);
        gatewaysAreThere(nodes);
        lab.nodes().forEach(machine -> isFree(machine, nodes));
    }

    /**
     * Windows supports only VXLAN with this port and such a VNI (flannel's documentation). Behind a virtual gateway,
     * Windows machines run no plugin, so any works.
     */
    private void speaksWindows(ClusterFacts facts) {
        if (!lab.hasWindows() || !lab.network().mode().traits().pluginOnWindows()) {
            return;
        }
        if (!facts.fitsWindows()) {
            throw LabException.invalid("cluster-flannel",
                    "Windows machines cannot join the cluster's %s, whose network configuration is %s.".formatted(
                            lab.network().plugin().title(), facts.netConf().replaceAll("\\s+", " ").strip()),
                    "They need host-gw, or VXLAN with \"VNI\": 4096 or more and \"Port\": 4789.");
        }
        if (facts.isVxlan() != lab.network().mode().traits().encapsulates()) {
            throw LabException.invalid("cluster-flannel",
                    "The lab's mode is %s, and the cluster's %s has another backend: %s.".formatted(
                            lab.network().mode().id(), lab.network().plugin().title(),
                            facts.isVxlan() ? "VXLAN" : "host-gw"),
                    written(lab.madeWindowsMachines().stream().map(Machine::name).anyMatch(made::contains), "mode",
                            "network.mode: " + like(facts).id()));
        }
    }

    /** The network mode for Windows machines in the cluster's pod network. */
    private NetworkMode like(ClusterFacts facts) {
        return Stream.of(NetworkMode.values()).filter(mode -> mode.traits().encapsulates() == facts.isVxlan()
                && mode.traits().plugin().equals(lab.network().plugin()) && mode.traits().pluginOnWindows())
                .findFirst().orElseThrow();
    }

    /** kubeadm joins clusters of its own branch only. */
    private void fitsVersion(KubernetesVersion there) {
        if (!there.branch().equals(lab.kubernetes().branch())) {
            throw LabException.invalid("cluster-version",
                    "The cluster runs Kubernetes %s, and the lab's machines get %s.".formatted(there, lab.kubernetes()),
                    written(!made.isEmpty(), "version", "kubernetes: " + there.branch()));
        }
    }

    /** @param kept whether machines exist that keep their value, so that the file must not differ */
    private String written(boolean kept, String what, String line) {
        return kept ? "Its machines keep their %s. Make them again: hybridlab destroy %s, then "
                .formatted(what, labName) + "write `%s` in the lab file, then hybridlab up %s.".formatted(line, labName)
                : "Write `%s` in the lab file.".formatted(line);
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

    /** Only a node has routes to all pods, and only Linux can be a router here. */
    private void gatewaysAreThere(List<Node> nodes) {
        List<Node> linux = nodes.stream().filter(node -> node.os().equals("linux")).toList();
        for (Ipv4 gateway : lab.cluster().orElseThrow().gateways()) {
            if (linux.stream().noneMatch(node -> node.addresses().contains(gateway.toString()))) {
                throw LabException.invalid("cluster-gateway-unknown",
                        "No Linux machine of the cluster has the address %s.".formatted(gateway),
                        "Name these as cluster.gateways: " + String.join(", ", linux.stream().map(node -> "%s (%s)"
                                .formatted(node.internalAddress().orElse("no address"), node.name())).toList()));
            }
        }
    }

    private void isFree(Machine machine, List<Node> nodes) {
        Optional<Node> taken = nodes.stream().filter(node -> node.name().equals(machine.name())
                || node.addresses().contains(machine.address().toString())).findFirst();
        taken.filter(node -> !NodeLabel.isOf(id, node)).ifPresent(node -> {
            throw LabException.invalid("cluster-node-taken",
                    "The cluster has a node %s at %s, and the lab a machine %s at %s.".formatted(node.name(),
                            node.internalAddress().orElse("no address"), machine.name(), machine.address()),
                    "Give the machine another name, and an address that is free there.");
        });
    }
}

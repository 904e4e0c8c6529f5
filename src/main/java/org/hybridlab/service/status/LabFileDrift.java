package org.hybridlab.service.status;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NodeTaint;
import org.hybridlab.host.KnownLab;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.state.ForeignTaints;

/** How machines, nodes and objects differ from the lab file. @param lost API paths of missing objects by app */
record LabFileDrift(Lab lab, Map<String, MachineState> states, Optional<Map<String, Node>> nodes,
                    Map<String, List<String>> lost) {
    private static final int SHOWN = 3;

    List<String> of(KnownLab known) {
        List<String> found = new ArrayList<>();
        if (known.mode() != lab.network().mode()) {
            found.add("network.mode is %s in the lab file, and the cluster was made with %s.".formatted(
                    lab.network().mode().id(), known.mode().id()));
        }
        lab.madeMachines().stream().filter(machine -> !states.containsKey(machine.name()))
                .forEach(machine -> found.add("%s is in the lab file, and not on this host.".formatted(
                        machine.name())));
        new TreeSet<>(states.keySet()).stream().filter(name -> lab.machine(name).isEmpty())
                .forEach(name -> found.add("%s is on this host, and not in the lab file.".formatted(name)));
        nodes.ifPresent(all -> nodes(all, found));
        new TreeMap<>(lost).forEach((app, paths) -> {
            if (!paths.isEmpty()) {
                found.add("The cluster lacks %s of the app %s.".formatted(words(paths), app));
            }
        });
        return List.copyOf(found);
    }

    /** As kubectl names them, such as {@code deployments/web}. */
    private static String words(List<String> paths) {
        String first = paths.stream().limit(SHOWN).map(path -> path.replaceFirst("^.*/([^/]+/[^/]+)$", "$1"))
                .collect(Collectors.joining(", "));
        int more = paths.size() - SHOWN;
        return more > 0 ? "%s and %d more".formatted(first, more) : first;
    }

    private void nodes(Map<String, Node> all, List<String> found) {
        // A missing machine has its own line.
        lab.nodes().stream().filter(machine -> machine.isSimulated() || states.containsKey(machine.name()))
                .filter(machine -> !all.containsKey(machine.name()))
                .forEach(machine -> found.add("%s has no node in the cluster.".formatted(machine.name())));
        lab.nodes().stream().filter(machine -> all.containsKey(machine.name()))
                .forEach(machine -> node(machine, all.get(machine.name()), found));
        if (!lab.joinsExisting()) {
            new TreeSet<>(all.keySet()).stream().filter(name -> lab.machine(name).isEmpty())
                    .forEach(name -> found.add("The cluster has a node %s, which is no machine of the lab file."
                            .formatted(name)));
        }
    }

    private static void node(Machine machine, Node node, List<String> found) {
        String name = machine.name();
        // A simulated node's version says that it is simulated.
        if (!machine.isSimulated() && !node.kubelet().isEmpty()
                && !node.kubelet().equals(machine.kubernetes().tag())) {
            found.add("%s runs Kubernetes %s instead of %s.".formatted(name, node.kubelet(),
                    machine.kubernetes().tag()));
        }
        if (!node.addresses().isEmpty() && !node.addresses().contains(machine.address().toString())) {
            found.add("%s has the address %s instead of %s.".formatted(name, String.join(", ", node.addresses()),
                    machine.address()));
        }
        machine.node().labels().forEach((key, value) -> {
            if (!value.equals(node.labels().get(key))) {
                found.add("%s has not the label %s=%s.".formatted(name, key, value));
            }
        });
        machine.node().taints().stream().filter(taint -> !has(node, taint))
                .forEach(taint -> found.add("%s has not the taint %s.".formatted(name, taint.text())));
        ForeignTaints.on(node, machine.node().taints()).forEach(taint -> found.add(
                "%s has the taint %s, which the lab file does not state; `up` leaves it.".formatted(name,
                        taint.text())));
    }

    private static boolean has(Node node, NodeTaint taint) {
        return node.taints().stream().anyMatch(one -> one.key().equals(taint.key())
                && one.value().equals(taint.value()) && one.effect().equals(taint.effect()));
    }
}

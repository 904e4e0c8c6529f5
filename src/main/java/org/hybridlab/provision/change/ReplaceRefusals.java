package org.hybridlab.provision.change;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.rules.core.Suggestion;
import org.hybridlab.provision.context.LabContext;

/** Why machines cannot be recreated while the cluster goes on; checked before any is touched. */
public final class ReplaceRefusals {
    private final LabContext labContext;
    private final Lab lab;
    private final String word;

    private ReplaceRefusals(LabContext labContext, String word) {
        this.labContext = labContext;
        this.lab = labContext.lab();
        this.word = word;
    }

    /**
     * @param names empty: all workers that are not simulated
     * @param word for the lab, as commands take it
     * @return the machines, without duplicates
     * @throws LabException {@code replace-refused}, {@code lab-not-up} or {@code machine-unknown} (exit 2)
     */
    public static List<String> check(LabContext labContext, Collection<String> names, String word) {
        return new ReplaceRefusals(labContext, word).check(names);
    }

    private List<String> check(Collection<String> names) {
        if (!labContext.hasCluster()) {
            throw LabException.invalid("lab-not-up", "%s is not up, so there is nothing to replace.".formatted(word),
                    "Run `hybridlab up %s` first.".formatted(word));
        }
        List<String> reasons = new ArrayList<>();
        if (LabChanges.of(labContext).filter(changes -> !changes.isEmpty()).isPresent()) {
            reasons.add("the lab file has changed since the last `up`. Run `hybridlab up %s` first".formatted(word));
        }
        List<Machine> machines = names.isEmpty() ? workers() : new LinkedHashSet<>(names).stream().map(this::machine)
                .toList();
        if (machines.isEmpty()) {
            reasons.add("the lab has no workers");
        }
        machines.forEach(machine -> machine(machine, reasons));
        if (!reasons.isEmpty()) {
            throw LabException.invalid("replace-refused", "%s cannot take this replacement:\n  - %s".formatted(word,
                    String.join("\n  - ", reasons)), "Nothing of %s was touched.".formatted(machines.isEmpty() ? word
                            : String.join(", ", machines.stream().map(Machine::name).toList())));
        }
        return machines.stream().map(Machine::name).toList();
    }

    private List<Machine> workers() {
        return lab.machines().stream().filter(one -> one.role() == Role.WORKER && !one.isSimulated()).toList();
    }

    private Machine machine(String name) {
        List<String> known = lab.machines().stream().map(Machine::name).toList();
        return lab.machine(name).orElseThrow(() -> LabException.invalid("machine-unknown",
                "%s has no machine '%s'.".formatted(word, name),
                Suggestion.sentence(name, known) + "Its machines: " + String.join(", ", known) + "."));
    }

    private void machine(Machine machine, List<String> reasons) {
        if (machine.isSimulated()) {
            reasons.add("%s is simulated: there is a node, and no machine".formatted(machine.name()));
        } else if (machine.isEtcd()) {
            reasons.add("%s holds a member of etcd, and takes no part in the cluster's nodes".formatted(
                    machine.name()));
        } else if (machine.isControlPlane() && machine.equals(lab.firstControlPlane())) {
            reasons.add(lab.hasSeveralControlPlanes()
                    ? "%s is the first control plane, through which others join: it is made again only once it is lost"
                    .formatted(machine.name())
                    : "%s is the control plane, which begins the cluster: a new one would begin a new cluster"
                    .formatted(machine.name()));
        } else if (machine.isControlPlane()) {
            quorum(machine, reasons);
        }
    }

    /** etcd needs more than half of its members, so the others must be there. */
    private void quorum(Machine leaving, List<String> reasons) {
        Set<String> ready = labContext.cluster().nodes().stream().filter(Node::ready).map(Node::name)
                .collect(Collectors.toSet());
        List<String> silent = lab.machines().stream().filter(one -> one.isControlPlane() && !one.equals(leaving))
                .map(Machine::name).filter(name -> !ready.contains(name)).toList();
        if (!silent.isEmpty()) {
            reasons.add("%s is a control plane, and %s not ready: without both, etcd could stand still".formatted(
                    leaving.name(), String.join(", ", silent) + (silent.size() == 1 ? " is" : " are")));
        }
    }
}

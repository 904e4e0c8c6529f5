package org.hybridlab.provision.change;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.destroy.LeavingNode;
import org.hybridlab.provision.destroy.NodeDrained;
import org.hybridlab.provision.destroy.NodeLeft;

/**
 * The part of {@code up} for machines that the lab file no longer names: drained -> out of etcd -> gone -> out of the
 * cluster. Who they are, the workspace knows.
 */
public final class LeavingPlanner {
    /** The first step of a machine, without its name. */
    private static final Set<String> BEGINNINGS = Set.of(StepIds.MACHINE_RUNNING, StepIds.NODE_SIMULATED);

    private LeavingPlanner() {
    }

    /**
     * @param others the rest of the plan
     * @return all of the plan: joins and switches are noted, and what makes a machine again comes after the old one
     *         is gone
     */
    public static List<Step> with(LabContext labContext, List<Step> others) {
        Lab lab = labContext.lab();
        Optional<AppliedLab> then = AppliedLab.read(labContext.workspace());
        Set<String> replaced = new Replacements(labContext.workspace()).machines();
        Set<String> leaving = leaving(labContext, replaced);
        Map<String, AppliedMachine> addresses = leaving.stream().filter(name -> lab.machine(name).isEmpty())
                .flatMap(name -> then.flatMap(before -> before.machine(name)).stream())
                .collect(Collectors.toMap(AppliedMachine::address, Function.identity(), (one, other) -> one));
        Set<String> made = VagrantNotes.of(labContext.workspace()).names();
        List<Step> steps = new ArrayList<>(NotedAction.with(labContext, others).stream()
                .map(step -> again(step, replaced)).map(step -> atItsAddress(lab, step, addresses, made)).toList());
        for (String machine : leaving) {
            Set<String> needs = new HashSet<>(needs(labContext, machine, made, replaced));
            steps.stream().filter(step -> step.needs().contains(StepIds.NODE_LEFT + "/" + machine))
                    .flatMap(step -> step.machine().stream()).distinct()
                    .forEach(successor -> needs.addAll(gotFor(successor, others)));
            steps.addAll(machine(labContext, machine, then.flatMap(before -> before.machine(machine)), needs));
        }
        return steps;
    }

    /** What this host gets for the machine, and no machine takes part in: without it, it would not come. */
    private static Set<String> gotFor(String machine, List<Step> steps) {
        Set<String> own = steps.stream().filter(step -> step.machine().filter(machine::equals).isPresent())
                .map(Step::id).collect(Collectors.toSet());
        Set<String> got = new HashSet<>();
        // What a step needs comes before it.
        new Plan(steps).upTo(own).steps().stream().filter(step -> step.machine().isEmpty()
                && got.containsAll(step.needs())).forEach(step -> got.add(step.id()));
        return got;
    }

    private static Step again(Step step, Set<String> replaced) {
        Optional<String> machine = step.machine().filter(replaced::contains)
                .filter(name -> BEGINNINGS.contains(step.id().replace("/" + name, "")));
        return machine.map(name -> step.after(Set.of(StepIds.NODE_LEFT + "/" + name))).orElse(step);
    }

    /**
     * A machine that gets the address of one that goes is made once that is gone.
     *
     * @param addresses of those that go
     */
    private static Step atItsAddress(Lab lab, Step step, Map<String, AppliedMachine> addresses, Set<String> made) {
        // One that is made already has nothing to wait for, and what goes may wait for it.
        Optional<Machine> starts = step.machine().flatMap(lab::machine)
                .filter(machine -> !made.contains(machine.name()))
                .filter(machine -> step.id().equals(StepIds.id(StepIds.MACHINE_RUNNING, machine)));
        Optional<AppliedMachine> goes = starts.map(machine -> addresses.get(machine.address().toString()))
                .filter(old -> mayWaitFor(lab, starts.get(), old));
        return goes.map(old -> step.after(Set.of(StepIds.NODE_LEFT + "/" + old.name()))).orElse(step);
    }

    /**
     * Whether nothing that the old machine waits for before it goes needs the new one: the cluster, to which machines
     * for etcd belong, and for a member of etcd all control planes, which are told of the others.
     */
    static boolean mayWaitFor(Lab lab, Machine machine, AppliedMachine old) {
        return !beginsCluster(lab, machine.name()) && !(machine.isControlPlane() && old.isEtcd());
    }

    private static Set<String> leaving(LabContext labContext, Set<String> replaced) {
        Set<String> all = MachinesThere.of(labContext.workspace());
        labContext.lab().machines().stream().map(Machine::name).forEach(all::remove);
        labContext.lab().machines().stream().map(Machine::name).filter(replaced::contains).forEach(all::add);
        return all;
    }

    /**
     * The cluster, if it does not need the machine itself to be there; else the machines that hold the cluster
     * meanwhile.
     */
    private static Set<String> needs(LabContext labContext, String machine, Set<String> made, Set<String> replaced) {
        Lab lab = labContext.lab();
        return !beginsCluster(lab, machine) ? Set.of(StepIds.clusterIsThere(lab)) : lab.madeMachines().stream()
                .filter(one -> one.isEtcd() || one.isControlPlane())
                .filter(one -> made.contains(one.name()) && !replaced.contains(one.name()))
                .map(one -> StepIds.id(StepIds.MACHINE_RUNNING, one)).collect(Collectors.toSet());
    }

    /** Whether there is no cluster before this machine of the file is there: its first control plane, and etcd. */
    static boolean beginsCluster(Lab lab, String machine) {
        return lab.machine(machine).filter(one -> one.isEtcd() || StepIds.clusterIsThere(lab)
                .equals(StepIds.joined(lab, one))).isPresent();
    }

    /** @param applied what the last {@code up} made of it, if that is known */
    static List<Step> machine(LabContext labContext, String machine, Optional<AppliedMachine> applied,
            Set<String> needs) {
        LeavingNode node = new LeavingNode(labContext.created(), machine, !labContext.lab().joinsExisting());
        List<Step> steps = new ArrayList<>();
        steps.add(StepBuilder.step(StepIds.NODE_DRAINED + "/" + machine, "Drain the node " + machine)
                .needs(needs)
                .timeout(NodeDrained.WITHIN)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine)
                .action(new LeavingNodeDrained(labContext, node)).build());
        String last = StepIds.NODE_DRAINED + "/" + machine;
        if (mayHoldEtcd(labContext.lab(), applied)) {
            steps.add(StepBuilder.step("etcd-member-left/" + machine, "Take the member of etcd on " + machine + " out")
                    .needs(last)
                    .permit(Permits.ETCD_MEMBER)
                    .timeout(labContext.timeouts().kubeadm())
                    .retry(LabContext.NETWORK_RETRY)
                    .inputs(machine)
                    .action(new EtcdMemberLeft(labContext, machine, applied.map(AppliedMachine::address))).build());
            last = "etcd-member-left/" + machine;
        }
        steps.add(StepBuilder.step(StepIds.MACHINE_GONE + "/" + machine, "Destroy " + machine)
                .needs(last)
                .retry(LabContext.VAGRANT_RETRY)
                .inputs(machine)
                .action(new LeavingMachineGone(labContext, machine)).build());
        steps.add(StepBuilder.step(StepIds.NODE_LEFT + "/" + machine, "Take the node " + machine
                + " out of the cluster")
                .needs(StepIds.MACHINE_GONE + "/" + machine)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine)
                .action(new LeavingNodeDeleted(labContext, new NodeLeft(node), machine)).build());
        return steps;
    }

    /** Also one of which nobody knows what it was. */
    private static boolean mayHoldEtcd(Lab lab, Optional<AppliedMachine> applied) {
        return !lab.joinsExisting() && applied.filter(old -> old.isWorker() || lab.hasExternalEtcd() && !old.isEtcd())
                .isEmpty();
    }
}

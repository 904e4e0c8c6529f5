package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.destroy.LeavingNode;
import org.hybridlab.provision.destroy.MachineGone;
import org.hybridlab.provision.destroy.NodeDrained;
import org.hybridlab.provision.destroy.NodeLeft;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.WorkspaceState;

/**
 * Plans the removal of machines that left the lab file, which the workspace knows: drained -> out of etcd -> gone ->
 * out of the cluster.
 */
public final class LeavingPlanner {
    private LeavingPlanner() {
    }

    /** @param desired the steps of the lab file */
    public static List<Step> of(UpInput input, List<Step> desired) {
        List<Step> steps = new ArrayList<>();
        for (String machine : input.leaving()) {
            List<String> successors = successors(input, machine);
            Set<String> needs = new HashSet<>(needs(input, machine));
            successors.forEach(successor -> needs.addAll(gotFor(successor, desired)));
            steps.addAll(machine(input.labContext(), machine, input.applied(machine), needs, successors));
        }
        return steps;
    }

    /** Machines that are created once this one is gone: itself if it is recreated, or one that gets its address. */
    private static List<String> successors(UpInput input, String machine) {
        Lab lab = input.lab();
        if (lab.machine(machine).isPresent()) {
            return List.of(machine);
        }
        return input.applied(machine).filter(old -> isFirstAt(input, old)).stream()
                .flatMap(old -> lab.madeMachines().stream()
                        .filter(one -> one.address().toString().equals(old.address()))
                        // An existing one has nothing to wait for, and what leaves may wait for it.
                        .filter(one -> !input.created().contains(one.name()) && mayWaitFor(lab, one, old)))
                .map(Machine::name).toList();
    }

    /** An {@code up} that failed may have left two machines of one address. */
    private static boolean isFirstAt(UpInput input, AppliedMachine old) {
        return input.leaving().stream().filter(name -> input.lab().machine(name).isEmpty())
                .flatMap(name -> input.applied(name).stream()).filter(one -> one.address().equals(old.address()))
                .findFirst().filter(old::equals).isPresent();
    }

    /** Steps on the host that the new machine needs, and that need no machine. */
    private static Set<String> gotFor(String machine, List<Step> steps) {
        Set<String> own = steps.stream().filter(step -> step.machine().filter(machine::equals).isPresent())
                .map(Step::id).collect(Collectors.toSet());
        Set<String> got = new HashSet<>();
        // Includes what each step needs.
        new Plan(steps).upTo(own).steps().stream().filter(step -> step.machine().isEmpty()
                && got.containsAll(step.needs())).forEach(step -> got.add(step.id()));
        return got;
    }

    /**
     * Whether the old machine can leave without the new one. It may need the cluster, its etcd machines, and as an etcd
     * member all control planes.
     */
    static boolean mayWaitFor(Lab lab, Machine machine, AppliedMachine old) {
        return !beginsCluster(lab, machine.name()) && !(machine.isControlPlane() && old.isEtcd());
    }

    /** The cluster, unless it needs the machine itself; else the machines that hold the cluster meanwhile. */
    private static Set<String> needs(UpInput input, String machine) {
        Lab lab = input.lab();
        return !beginsCluster(lab, machine) ? Set.of(StepIds.clusterIsThere(lab)) : lab.madeMachines().stream()
                .filter(one -> one.isEtcd() || one.isControlPlane())
                .filter(one -> input.created().contains(one.name()) && !input.recreated().contains(one.name()))
                .map(one -> StepIds.id(StepIds.MACHINE_RUNNING, one)).collect(Collectors.toSet());
    }

    /** Whether the cluster needs the machine to begin: its first control plane, and etcd. */
    static boolean beginsCluster(Lab lab, String machine) {
        return lab.machine(machine).filter(one -> one.isEtcd() || StepIds.clusterIsThere(lab)
                .equals(StepIds.joined(lab, one))).isPresent();
    }

    /** @param successors machines that are created once it is gone */
    static List<Step> machine(LabContext labContext, String machine, Optional<AppliedMachine> applied,
                              Set<String> needs, List<String> successors) {
        LeavingNode node = new LeavingNode(labContext.created(), machine, !labContext.lab().joinsExisting());
        List<Step> steps = new ArrayList<>();
        steps.add(StepBuilder.step(StepIds.NODE_DRAINED, "Drain the node " + machine).about(machine)
                .needs(needs)
                .timeout(NodeDrained.WITHIN)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine)
                .action(new LeavingNodeDrained(labContext, node)).build());
        String last = StepIds.id(StepIds.NODE_DRAINED, machine);
        if (mayHoldEtcd(labContext.lab(), applied)) {
            steps.add(StepBuilder.step(StepIds.ETCD_MEMBER_LEFT, "Take the member of etcd on " + machine + " out")
                    .about(machine)
                    .needs(last)
                    .permit(Permits.ETCD_MEMBER)
                    .timeout(labContext.timeouts().kubeadm())
                    .retry(LabContext.NETWORK_RETRY)
                    .inputs(machine)
                    .action(new EtcdMemberLeft(labContext, machine, applied.map(AppliedMachine::address))).build());
            last = StepIds.id(StepIds.ETCD_MEMBER_LEFT, machine);
        }
        steps.add(StepBuilder.step(StepIds.MACHINE_GONE, "Destroy " + machine).about(machine)
                .needs(last)
                .retry(LabContext.VAGRANT_RETRY)
                .inputs(machine)
                .action(new LeavingMachineGone(labContext, machine)).build());
        steps.add(StepBuilder.step(StepIds.NODE_LEFT, "Take the node " + machine + " out of the cluster").about(machine)
                .needs(StepIds.id(StepIds.MACHINE_GONE, machine))
                .before(successors.stream().flatMap(name -> Stream.of(StepIds.id(StepIds.MACHINE_RUNNING, name),
                        StepIds.id(StepIds.NODE_SIMULATED, name))).collect(Collectors.toSet()))
                // Its pods restart elsewhere before pods are awaited.
                .before(StepIds.AWAIT_PODS)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine)
                .action(new LeavingNodeDeleted(labContext, new NodeLeft(node), machine)).build());
        return steps;
    }

    /** True if its role is unknown. */
    private static boolean mayHoldEtcd(Lab lab, Optional<AppliedMachine> applied) {
        return !lab.joinsExisting() && applied.filter(old -> old.isWorker() || lab.hasExternalEtcd() && !old.isEtcd())
                .isEmpty();
    }

    /** The pods of a node whose machine goes have ended in good order. */
    static final class LeavingNodeDrained implements Action {
        private final LabContext labContext;
        private final LeavingNode node;
        private final NodeDrained drained;

        LeavingNodeDrained(LabContext labContext, LeavingNode node) {
            this.labContext = labContext;
            this.node = node;
            this.drained = new NodeDrained(node, labContext.timeouts().nodeLost());
        }

        @Override
        public boolean mayDestroy() {
            return true;
        }

        @Override
        public Probe probe(StepContext context) {
            if (!labContext.hasCluster()) {
                return Probe.present("there is no cluster");
            }
            return labContext.cluster().node(node.machine()).isEmpty()
                    ? Probe.present("the cluster has no node " + node.machine())
                    : Probe.absent(labContext.lab().machine(node.machine()).isPresent() ? "it is to be made again"
                            : "the lab file does not name it").destroying(destruction());
        }

        @Override
        public Optional<String> destroysUnseen() {
            return Optional.of(destruction());
        }

        @Override
        public Duration longest() {
            return LeavingPlanner.beginsCluster(labContext.lab(), node.machine())
                    ? drained.longest().plus(labContext.timeouts().nodeReady()) : drained.longest();
        }

        @Override
        public void run(StepContext context) {
            if (labContext.hasCluster() && LeavingPlanner.beginsCluster(labContext.lab(), node.machine())) {
                // No step before this one waited for it.
                labContext.cluster().awaitApi(labContext.timeouts().nodeReady(), context.cancellation());
            }
            if (!probe(context).isPresent()) {
                context.destroys(destruction());
                drained.run(context);
            }
        }

        private String destruction() {
            return "drain %s: its pods end, and start elsewhere if something makes them again"
                    .formatted(node.machine());
        }
    }

    /** The cluster has no node of the machine, nor a pod that was bound to it. */
    static final class LeavingNodeDeleted implements Action {
        private final LabContext labContext;
        private final NodeLeft left;
        private final String machine;

        LeavingNodeDeleted(LabContext labContext, NodeLeft left, String machine) {
            this.labContext = labContext;
            this.left = left;
            this.machine = machine;
        }

        @Override
        public Probe probe(StepContext context) {
            if (state().recreating().contains(machine)) {
                // From here on, a machine of that name is the new one.
                return Probe.absent("%s is to be made again".formatted(machine));
            }
            if (!labContext.hasCluster()) {
                return Probe.present("there is no cluster");
            }
            return labContext.cluster().node(machine).isEmpty() ? Probe.present("the cluster has no node " + machine)
                    : Probe.absent("the cluster has its node");
        }

        @Override
        public void run(StepContext context) {
            if (labContext.hasCluster()) {
                left.run(context);
            }
            state().endRecreating(machine);
        }

        private WorkspaceState state() {
            return new WorkspaceState(labContext.workspace());
        }
    }

    /** Neither the provider nor the workspace has the machine. */
    static final class LeavingMachineGone implements Action {
        private final LabContext labContext;
        private final String machine;
        private final MachineGone gone;

        LeavingMachineGone(LabContext labContext, String machine) {
            this.labContext = labContext;
            this.machine = machine;
            this.gone = new MachineGone(labContext.created(), machine);
        }

        @Override
        public boolean mayDestroy() {
            return true;
        }

        @Override
        public Probe probe(StepContext context) {
            Probe seen = gone.probe(context);
            return seen.answer() == Probe.Answer.ABSENT ? seen.destroying(destruction()) : seen;
        }

        @Override
        public Duration longest() {
            return gone.longest();
        }

        @Override
        public void run(StepContext context) {
            if (gone.probe(context).answer() == Probe.Answer.ABSENT) {
                context.destroys(destruction());
            }
            gone.run(context);
            labContext.workspace().forgetMachine(machine);
            // Otherwise plain vagrant would create it again.
            labContext.files().writeVagrantfileTo(labContext.workspace());
            labContext.forgetStates();
        }

        private String destruction() {
            return "destroy %s with %s".formatted(machine, labContext.onDisks(List.of(machine)));
        }
    }
}

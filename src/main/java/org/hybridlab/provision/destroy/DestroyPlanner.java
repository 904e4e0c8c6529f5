package org.hybridlab.provision.destroy;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.vagrant.Vagrant;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.KnownHosts;

/** Plans {@code destroy}: machines in parallel, then network and volumes. Needs the workspace, not the lab file. */
public final class DestroyPlanner {
    private static final Duration PER_MACHINE = Duration.ofMinutes(5);

    private DestroyPlanner() {
    }

    /**
     * @param all whether the whole lab goes, with its network
     * @param lost paths of the lab's objects in a cluster of others to delete with what others have in them
     */
    public static Plan plan(CreatedLab lab, Set<String> machines, boolean all, Set<String> lost) {
        List<Step> steps = new ArrayList<>();
        boolean joined = lab.joined().isJoined();
        if (joined && all) {
            steps.add(StepBuilder.step("cluster-cleared", "Remove the lab's objects from the cluster")
                    .timeout(PER_MACHINE)
                    .inputs(lab.id())
                    .action(new ClusterCleared(lab, lost)).build());
        }
        boolean byProvider = all && !joined && lab.provider().removesWithoutVagrant();
        for (String machine : machines) {
            steps.addAll(byProvider ? List.of(gone(machine, new MachineRemoved(lab, machine)).build())
                    : machine(lab, machine, joined, all));
        }
        Set<String> gone = steps.stream().map(Step::id).collect(Collectors.toSet());
        if (byProvider) {
            steps.add(StepBuilder.step("vagrant-forgot", "Make Vagrant forget the machines")
                    .needs(gone)
                    .timeout(PER_MACHINE)
                    .retry(LabContext.VAGRANT_RETRY)
                    .inputs(lab.id())
                    .action(new VagrantForgot(lab)).build());
        }
        if (all) {
            steps.add(StepBuilder.step("host-released", "Take the lab's network off the host")
                    .needs(gone)
                    .inputs(lab.id())
                    .action(new HostReleased(lab)).build());
        }
        return new Plan(steps);
    }

    /** Includes its node, if the cluster lives on. */
    private static List<Step> machine(CreatedLab lab, String machine, boolean joined, boolean all) {
        StepBuilder gone = gone(machine, new MachineGone(lab, machine));
        if (!joined) {
            return List.of(gone.build());
        }
        LeavingNode node = new LeavingNode(lab, machine, false, !all);
        return List.of(
                StepBuilder.step(StepIds.NODE_DRAINED, "Drain the node " + machine).about(machine)
                        .needs(all ? Set.of("cluster-cleared") : Set.of())
                        .timeout(NodeDrained.WITHIN)
                        .inputs(machine)
                        .action(new NodeDrained(node)).build(),
                gone.needs(StepIds.id(StepIds.NODE_DRAINED, machine)).build(),
                StepBuilder.step(StepIds.NODE_LEFT, "Take the node " + machine + " out of the cluster").about(machine)
                        .needs(StepIds.id(StepIds.MACHINE_GONE, machine))
                        .timeout(PER_MACHINE)
                        .inputs(machine)
                        .action(new NodeLeft(node)).build());
    }

    private static StepBuilder gone(String machine, Action action) {
        return StepBuilder.step(StepIds.MACHINE_GONE, "Destroy " + machine).about(machine)
                .timeout(PER_MACHINE)
                .retry(LabContext.VAGRANT_RETRY)
                .inputs(machine)
                .action(action);
    }

    /** A cluster of others has none of the lab's objects, except those that hold objects of others. */
    static final class ClusterCleared implements Action {
        private final CreatedLab lab;
        private final Set<String> lost;

        /** @param lost paths of objects to delete with what others have in them */
        ClusterCleared(CreatedLab lab, Set<String> lost) {
            this.lab = lab;
            this.lost = lost;
        }

        @Override
        public Probe probe(StepContext context) {
            return Probe.unknown("taking away what is gone costs nothing");
        }

        @Override
        public void run(StepContext context) {
            lab.cluster().answering(context::line).ifPresentOrElse(
                    cluster -> lab.joined().removeAll(cluster, lost, context::line), lab.joined()::objectsStay);
        }
    }

    /** The provider has removed the machine, without Vagrant. */
    static final class MachineRemoved implements Action {
        private final CreatedLab lab;
        private final String machine;

        MachineRemoved(CreatedLab lab, String machine) {
            this.lab = lab;
            this.machine = machine;
        }

        @Override
        public Probe probe(StepContext context) {
            MachineState state = lab.state(machine, context.cancellation());
            return state.isAbsent() ? Probe.present("the provider does not know it")
                    : Probe.absent(machine + " is " + state.word());
        }

        @Override
        public void run(StepContext context) {
            lab.provider().remove(lab.id(), machine, context.cancellation());
            KnownHosts.forget(lab.workspace(), machine);
        }
    }

    /**
     * Vagrant's notes and machine index name no machine of the lab. Edits the index, as starting Vagrant is slow.
     * Starts it if the index cannot be edited, or the Vagrantfile has triggers. At its start, Vagrant forgets
     * machines that are gone (lib/vagrant/machine.rb).
     */
    static final class VagrantForgot implements Action {
        private static final Duration WITHIN = Duration.ofMinutes(5);

        private final CreatedLab lab;

        VagrantForgot(CreatedLab lab) {
            this.lab = lab;
        }

        @Override
        public Probe probe(StepContext context) {
            return hasNotes() ? Probe.unknown("Vagrant has notes of machines")
                    : Probe.present("Vagrant has no notes of machines");
        }

        @Override
        public Duration longest() {
            return WITHIN;
        }

        /** A damaged Vagrantfile does not stop a destroy. One of unknown origin was deleted before. */
        @Override
        public void run(StepContext context) {
            Set<String> noted = VagrantNotes.of(lab.workspace()).begun();
            if (!noted.isEmpty() && !hasTriggers() && lab.vagrant().forgetsAll(context.cancellation())) {
                noted.forEach(lab.workspace()::forgetMachine);
            }
            if (!hasNotes()) {
                return;
            }
            try {
                lab.vagrant().destroyAll(WITHIN, context::line, context.cancellation());
            } catch (LabException e) {
                if (Vagrant.RETRYABLE.contains(e.id()) || context.cancellation().isRequested()) {
                    throw e;
                }
                context.line("%s The workspace with its notes goes anyway.".formatted(e.what()));
            }
        }

        /** A lab may bring a Vagrantfile of its own. */
        private boolean hasTriggers() {
            try {
                return Files.isRegularFile(lab.workspace().vagrantfile())
                        && Files.readString(lab.workspace().vagrantfile()).contains("trigger");
            } catch (IOException e) {
                return true;
            }
        }

        private boolean hasNotes() {
            return Files.isRegularFile(lab.workspace().vagrantfile())
                    && !VagrantNotes.of(lab.workspace()).begun().isEmpty();
        }
    }

    /** The provider has no network, volume or stray machine of the lab. */
    static final class HostReleased implements Action {
        private final CreatedLab lab;

        HostReleased(CreatedLab lab) {
            this.lab = lab;
        }

        @Override
        public Probe probe(StepContext context) {
            return Probe.unknown("releasing what is gone costs nothing");
        }

        @Override
        public void run(StepContext context) {
            lab.provider().release(lab.id(), context.cancellation());
        }
    }
}

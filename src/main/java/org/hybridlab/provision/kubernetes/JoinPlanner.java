package org.hybridlab.provision.kubernetes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.machine.MachinePlanner;

/** The part of {@code up} in which Linux machines join: another kubelet, if wanted -> join -> node ready. */
public final class JoinPlanner {
    private final LabContext labContext;
    private final Lab lab;
    private final List<Step> steps = new ArrayList<>();

    private JoinPlanner(LabContext labContext) {
        this.labContext = labContext;
        this.lab = labContext.lab();
    }

    public static List<Step> of(LabContext labContext) {
        JoinPlanner planner = new JoinPlanner(labContext);
        StepIds.linux(labContext.lab().nodesOfOtherVersions()).forEach(planner::kubelet);
        StepIds.linux(labContext.lab().joining()).forEach(planner::join);
        StepIds.linux(labContext.lab().nodes()).forEach(planner::ready);
        return planner.steps;
    }

    /** The lab's own version is in the box. */
    private void kubelet(Machine machine) {
        add(StepBuilder.step("kubelet-in-place", "Give %s the kubelet %s".formatted(machine.name(),
                        machine.kubernetes())).about(machine)
                .needs(StepIds.readyForKubeadm(lab, machine))
                .timeout(MachinePlanner.GETTING)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.kubernetes())
                .action(new KubeletInPlace(labContext, machine)));
    }

    private void join(Machine machine) {
        StepBuilder join = StepBuilder.step(StepIds.NODE_JOINED, "Join " + machine.name()).about(machine)
                .needs(readyToJoin(machine), StepIds.clusterIsThere(lab))
                .timeout(labContext.timeouts().kubeadm())
                .retry(LabContext.NETWORK_RETRY)
                // A machine joins once, so the join's inputs do not count later.
                .inputs(machine.name())
                .action(new NodeJoined(labContext, machine));
        add(machine.isControlPlane() ? join.permit(Permits.ETCD_MEMBER) : join);
    }

    private void ready(Machine machine) {
        add(StepBuilder.step(StepIds.NODE_READY, "Wait until " + machine.name() + " is Ready").about(machine)
                .needs(StepIds.joined(lab, machine), StepIds.podNetworkIsThere(lab))
                .timeout(labContext.timeouts().nodeReady())
                .inputs(machine.name(), machine.address())
                .action(new NodeReady(labContext, machine, labContext.timeouts().nodeReady())));
    }

    private String readyToJoin(Machine machine) {
        return lab.nodesOfOtherVersions().contains(machine) ? StepIds.id("kubelet-in-place", machine)
                : StepIds.readyForKubeadm(lab, machine);
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }

    /**
     * The kubelet of the machine's own version. The rest is the lab's: kubeadm joins kubelets of up to three branches
     * before its own, and the box has the cluster's images.
     */
    static final class KubeletInPlace extends InMachine {
        private static final String KUBELET = "/usr/local/bin/kubelet";
        private static final Duration UPLOAD = Duration.ofMinutes(10);

        KubeletInPlace(LabContext labContext, Machine machine) {
            super(labContext, machine);
        }

        @Override
        public Probe look(StepContext context) {
            Guest guest = labContext.guest(machine, context);
            String found = guest.output(KUBELET + " --version || echo none", "The look at the kubelet").strip();
            if (!found.equals("none") && !found.startsWith("Kubernetes ")) {
                throw guest.unclear("its kubelet", found);
            }
            return found.equals("Kubernetes " + machine.kubernetes().tag()) ? Probe.present("the kubelet is " + found)
                    : Probe.absent("the kubelet is %s instead of %s".formatted(found.equals("none") ? "missing" : found,
                    machine.kubernetes().tag()));
        }

        @Override
        public Duration longest() {
            return UPLOAD;
        }

        @Override
        public void run(StepContext context) {
            if (isDone(context)) {
                return;
            }
            Bundle bundle = labContext.bundles().of(machine, LabBundles.fetching(context));
            Guest guest = labContext.guest(machine, context);
            guest.upload(bundle.file("kubelet"), KUBELET, "0755", UPLOAD);
            // A running one would stay the old one.
            guest.must("systemctl", "try-restart", "kubelet");
        }
    }
}

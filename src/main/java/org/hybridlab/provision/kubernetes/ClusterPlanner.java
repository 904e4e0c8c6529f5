package org.hybridlab.provision.kubernetes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Taint;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.addon.AddonsApplied;
import org.hybridlab.provision.addon.SystemPodsReady;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.etcd.EtcdMemberRunning;
import org.hybridlab.provision.network.PodNetworkApplied;

/** The part of {@code up} before joins: etcd -> control plane -> pod network and addons. */
public final class ClusterPlanner {
    private final LabContext labContext;
    private final Lab lab;
    private final Set<String> leaving;
    private final List<Step> steps = new ArrayList<>();

    private ClusterPlanner(LabContext labContext, Set<String> leaving) {
        this.labContext = labContext;
        this.lab = labContext.lab();
        this.leaving = leaving;
    }

    /** @param leaving control planes that the lab file no longer names */
    public static List<Step> of(LabContext labContext, Set<String> leaving) {
        ClusterPlanner planner = new ClusterPlanner(labContext, leaving);
        if (labContext.lab().joinsExisting()) {
            planner.ofOthers();
        } else {
            planner.etcd();
            planner.controlPlane();
            planner.podNetwork();
            planner.addons();
            planner.systemPods();
        }
        return planner.steps;
    }

    /** For etcd machines. Beside a control plane, etcd comes with it. */
    private void etcd() {
        List<Machine> machines = lab.machines(Role.ETCD);
        for (Machine machine : machines) {
            add(StepBuilder.step(StepIds.ETCD_MEMBER_RUNNING, "Run a member of etcd on " + machine.name())
                    .about(machine)
                    // The first one starts the cluster, and must know whether any other has.
                    .needs(machines.stream().map(one -> StepIds.id("machine-prepared", one))
                            .collect(Collectors.toSet()))
                    .needs(machine.equals(machines.get(0)) ? Set.of()
                            : Set.of(StepIds.joined(lab, machines.get(0))))
                    .permit(Permits.ETCD_MEMBER)
                    .timeout(labContext.timeouts().kubeadm())
                    .retry(Retry.times(3, Duration.ofSeconds(2), "ssh-lost"))
                    .inputs(labContext.files().etcd().get(machine.name()))
                    .action(new EtcdMemberRunning(labContext, machine)));
        }
    }

    private void controlPlane() {
        Machine first = lab.firstControlPlane();
        add(StepBuilder.step(StepIds.CONTROL_PLANE_INITIALISED, "Initialise the control plane on " + first.name())
                .about(first)
                .needs(StepIds.readyForKubeadm(lab, first))
                .needs(lab.machines(Role.ETCD).stream().map(one -> StepIds.joined(lab, one))
                        .collect(Collectors.toSet()))
                .timeout(labContext.timeouts().kubeadm())
                .inputs(labContext.files().kubeadmInit())
                .action(new ControlPlaneInitialised(labContext, leaving)));
        if (lab.untaint()) {
            add(StepBuilder.step(StepIds.CONTROL_PLANE_UNTAINTED, "Let ordinary pods onto the control plane")
                    .needs(lab.machines(Role.CONTROL_PLANE).stream().map(one -> StepIds.joined(lab, one))
                            .collect(Collectors.toSet()))
                    .timeout(labContext.timeouts().apply())
                    .retry(LabContext.NETWORK_RETRY)
                    .inputs(lab.machines(Role.CONTROL_PLANE).stream().map(Machine::name).toList())
                    .action(new ControlPlaneUntainted(labContext)));
        }
    }

    private void podNetwork() {
        add(StepBuilder.step("pod-network-applied", "Apply " + lab.network().plugin().title())
                .needs(StepIds.clusterIsThere(lab))
                .timeout(labContext.timeouts().apply())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(labContext.files().podNetwork())
                .action(new PodNetworkApplied(labContext)));
    }

    /** Only apps wait for them, so they are not part of init. */
    private void addons() {
        add(StepBuilder.step(StepIds.ADDONS_APPLIED, "Apply kube-proxy and CoreDNS")
                .needs(StepIds.clusterIsThere(lab))
                .timeout(labContext.timeouts().kubeadm())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(labContext.files().kubeadmInit())
                .action(new AddonsApplied(labContext)));
    }

    /** Parallel to the apps, which can start without them. */
    private void systemPods() {
        add(StepBuilder.step(StepIds.SYSTEM_PODS, "Wait until CoreDNS, kube-proxy and %s are ready".formatted(
                        lab.network().plugin().title()))
                .needs(StepIds.ADDONS_APPLIED, "pod-network-applied")
                .needs(StepIds.linux(lab.nodes()).stream().map(one -> StepIds.id(StepIds.NODE_READY, one))
                        .collect(Collectors.toSet()))
                .timeout(labContext.timeouts().appReady())
                .inputs(lab.nodes().stream().map(Machine::name).toList())
                .action(new SystemPodsReady(labContext)));
    }

    /** A foreign cluster has its own control plane, pod network and addons. */
    private void ofOthers() {
        add(StepBuilder.step(StepIds.CLUSTER_KNOWN, "Look at the cluster that the lab joins")
                .timeout(labContext.timeouts().apply())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(lab.cluster().orElseThrow(), lab.network().machines(), lab.kubernetes(),
                        lab.nodes().stream().map(machine -> List.of(machine.name(), machine.address())).toList())
                .action(new ClusterKnown(labContext)));
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }

    static final class ControlPlaneUntainted implements Action {
        private final LabContext labContext;

        ControlPlaneUntainted(LabContext labContext) {
            this.labContext = labContext;
        }

        @Override
        public Probe probe(StepContext context) {
            if (!labContext.hasCluster()) {
                return Probe.absent("there is no cluster yet");
            }
            return labContext.lab().machines(Role.CONTROL_PLANE).stream().map(labContext::node)
                    .allMatch(node -> node.isPresent() && !node.get().hasControlPlaneTaint())
                    ? Probe.present("no control plane has the taint")
                    : Probe.absent("a control plane has the taint " + Taint.CONTROL_PLANE);
        }

        @Override
        public void run(StepContext context) {
            labContext.lab().machines(Role.CONTROL_PLANE)
                    .forEach(machine -> labContext.cluster().untaint(machine.name()));
        }
    }
}

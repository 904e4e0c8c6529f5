package org.hybridlab.provision.change;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.box.NodePayloadReady;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.machine.MachinePlanner;

/**
 * The part of {@code up} for a lab whose Kubernetes version went up: all images on all nodes, then one node after the
 * other, control planes first. What else the plan does in the cluster comes after that.
 */
public final class UpgradePlanner {
    private static final String PAYLOAD = "upgrade-payload-ready";
    private static final String IMAGES = "upgrade-images-present";

    private final UpInput input;
    private final LabContext labContext;
    private final Lab lab;
    /**
     * Nodes that were there before, each with a kubelet of the cluster's own kind. One that is made again, as it is
     * being replaced or was taken away, comes with the new version.
     */
    private final List<Machine> there;
    /** Machines that are made and may not have joined yet: their kubelet may be the older one, too. */
    private final List<Machine> late;
    private final List<Machine> changing;
    /** Control planes that were there before, also those that are made again: new ones join what is upgraded. */
    private final List<Machine> controlPlanes;
    /** Control planes that go: kubeadm upgrades nothing while the node of one is not Ready. */
    private final Set<String> going;

    private UpgradePlanner(UpInput input, AppliedLab then) {
        this.input = input;
        this.labContext = input.labContext();
        this.lab = input.lab();
        this.going = then.machines().stream().filter(AppliedMachine::isControlPlane).map(AppliedMachine::name)
                .filter(input.leaving()::contains).collect(Collectors.toSet());
        Set<String> made = input.created();
        List<Machine> stay = StepIds.linux(lab.nodes()).stream().filter(machine -> made.contains(machine.name())
                && !input.recreated().contains(machine.name())).toList();
        this.controlPlanes = lab.machines(Role.CONTROL_PLANE).stream().filter(machine -> made.contains(machine.name())
                || hasJoined(then, machine)).toList();
        this.there = stay.stream().filter(machine -> hasJoined(then, machine)).toList();
        // A control plane with the older one, left behind by an `up` that was no upgrade, is refused.
        this.late = stay.stream().filter(machine -> !hasJoined(then, machine)
                && (!machine.isControlPlane() || then.machine(machine.name()).filter(old -> !old.kubernetes()
                        .equals(machine.kubernetes().toString())).isEmpty())).toList();
        this.changing = all().sorted(Comparator.comparing(machine -> !machine.isControlPlane()))
                .filter(machine -> machine.kubernetes().equals(lab.kubernetes()))
                .filter(machine -> !then.kubernetes().equals(lab.kubernetes().toString())
                        || then.machine(machine.name()).filter(old -> !old.kubernetes().equals(
                                machine.kubernetes().toString())).isPresent()).toList();
    }

    private Stream<Machine> all() {
        return Stream.concat(there.stream(), late.stream());
    }

    private static boolean hasJoined(AppliedLab then, Machine machine) {
        return then.machine(machine.name()).filter(AppliedMachine::joined).isPresent();
    }

    /** Empty if no node gets another version. */
    public static Optional<UpgradePlanner> of(UpInput input) {
        return input.ownCluster().map(then -> new UpgradePlanner(input, then))
                .filter(planner -> !planner.changing.isEmpty());
    }

    /** Names of nodes that get their programs from the upgrade, after the control plane: nothing else equips them. */
    public Set<String> equipped() {
        return there.stream().map(Machine::name).collect(Collectors.toSet());
    }

    public List<Step> steps() {
        List<Step> all = new ArrayList<>();
        all.add(StepBuilder.step(PAYLOAD, "Get Kubernetes %s for machines that are there".formatted(lab.kubernetes()))
                .timeout(MachinePlanner.GETTING)
                .inputs(labContext.boxes().payload().name())
                .action(new NodePayloadReady(labContext.boxes().payload())).build());
        List<Machine> machines = all().toList();
        machines.forEach(machine -> all.add(images(machine)));
        // kubeadm tries a pod before it begins, which may come onto any node.
        Set<String> needs = machines.stream().map(machine -> StepIds.id(IMAGES, machine)).collect(Collectors.toSet());
        for (Machine machine : changing) {
            all.add(upgraded(machine, needs));
            needs = Set.of(StepIds.id(StepIds.KUBERNETES_UPGRADED, machine));
        }
        return all;
    }

    private Step images(Machine machine) {
        return StepBuilder.step(IMAGES, "Give %s the images of Kubernetes %s".formatted(machine.name(),
                        lab.kubernetes())).about(machine)
                .needs(PAYLOAD, StepIds.readyForKubeadm(lab, machine))
                .timeout(labContext.timeouts().equipping())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(labContext.boxes().payload().name())
                .action(new UpgradeImagesPresent(labContext, machine)).build();
    }

    private Step upgraded(Machine machine, Set<String> needs) {
        StepBuilder step = StepBuilder.step(StepIds.KUBERNETES_UPGRADED, "Upgrade %s to Kubernetes %s".formatted(
                        machine.name(), machine.kubernetes())).about(machine)
                .needs(needs)
                .needs(StepIds.readyForKubeadm(lab, machine), StepIds.clusterIsThere(lab))
                // What they say tells whether one was lost.
                .needs(!machine.isControlPlane() ? Set.of() : controlPlanes.stream()
                        .map(one -> StepIds.readyForKubeadm(lab, one)).collect(Collectors.toSet()))
                .needs(going.stream().map(name -> StepIds.id(StepIds.NODE_LEFT, name)).collect(Collectors.toSet()))
                // One whose node was deleted joins again first.
                .needs(machine.isControlPlane() ? Set.of() : Set.of(StepIds.joined(lab, machine)))
                .before(StepIds.id(StepIds.NODE_READY, machine))
                .before(StepIds.AFTER_MACHINES)
                .before(drainedLater())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.kubernetes())
                .action(new KubernetesUpgraded(labContext, machine, controlPlanes));
        // Its API server and its member of etcd start again, while those of the others answer.
        return (!machine.isControlPlane() ? step : step.permit(Permits.ETCD_MEMBER)
                // Both are of the new version, which machines that come now have already.
                .before(StepIds.ADDONS_APPLIED, StepIds.NODE_JOINED)).build();
    }

    /** Other machines that leave are drained after the upgrade. */
    private Set<String> drainedLater() {
        // The upgrade needs a control plane to be gone, or the cluster, which needs its machine to be made again.
        return input.leaving().stream()
                .filter(machine -> !going.contains(machine) && !LeavingPlanner.beginsCluster(lab, machine))
                .map(machine -> StepIds.id(StepIds.NODE_DRAINED, machine)).collect(Collectors.toSet());
    }
}

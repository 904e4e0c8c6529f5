package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.box.NodePayload;
import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.box.NodePayloadReady;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.machine.MachinePlanner;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;

/**
 * Plans a Kubernetes upgrade: images on all nodes and programs on machines for etcd, whose members start again, then
 * one node after the other, control planes first. Other changes in the cluster follow.
 */
public final class UpgradePlanner {
    private static final String PAYLOAD = "upgrade-payload-ready";
    private static final String IMAGES = "upgrade-images-present";
    private static final String ETCD = "upgrade-etcd-present";

    private final UpInput input;
    private final LabContext labContext;
    private final Lab lab;
    /** Existing nodes with their own kubelet. A recreated one comes with the new version. */
    private final List<Machine> there;
    /** Machines that may not have joined: their kubelet may be older, too. */
    private final List<Machine> late;
    private final List<Machine> changing;
    /** Those that existed, including recreated ones. New ones join the upgraded cluster. */
    private final List<Machine> controlPlanes;
    /** Leaving control planes: kubeadm upgrades nothing while such a node is not Ready. */
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
        // An older control plane, from an `up` that was no upgrade, is refused.
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

    /** Empty if no node changes its version. */
    public static Optional<UpgradePlanner> of(UpInput input) {
        return input.ownCluster().map(then -> new UpgradePlanner(input, then))
                .filter(planner -> !planner.changing.isEmpty());
    }

    /** Nodes that only the upgrade equips, after the control plane. */
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
        lab.machines(Role.ETCD).stream().filter(machine -> input.created().contains(machine.name())
                && !input.recreated().contains(machine.name())).forEach(machine -> all.add(etcd(machine)));
        // kubeadm first runs a test pod, on any node.
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

    private Step etcd(Machine machine) {
        return StepBuilder.step(ETCD, "Give %s the etcd of Kubernetes %s".formatted(machine.name(), lab.kubernetes()))
                .about(machine)
                .needs(StepIds.id("machine-prepared", machine))
                .before(StepIds.joined(lab, machine))
                .timeout(labContext.timeouts().equipping())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(lab.kubernetes())
                .action(new UpgradeEtcdPresent(labContext, machine)).build();
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
        // Its API server and etcd member restart, while the others answer.
        return (!machine.isControlPlane() ? step : step.permit(Permits.ETCD_MEMBER)
                // Machines that come now have the new version of both.
                .before(StepIds.ADDONS_APPLIED, StepIds.NODE_JOINED)).build();
    }

    /** Other machines that leave are drained after the upgrade. */
    private Set<String> drainedLater() {
        // The upgrade needs a control plane to be gone, or a cluster that needs its machine recreated.
        return input.leaving().stream()
                .filter(machine -> !going.contains(machine) && !LeavingPlanner.beginsCluster(lab, machine))
                .map(machine -> StepIds.id(StepIds.NODE_DRAINED, machine)).collect(Collectors.toSet());
    }

    /** A machine has files of the new version. It notes so, as the engine may run a step again. */
    private abstract static class UpgradeFilesPresent extends InMachine {
        private final String marker;

        UpgradeFilesPresent(LabContext labContext, Machine machine, String of) {
            super(labContext, machine);
            this.marker = "/var/lib/hybridlab/" + of;
        }

        abstract void bring(Guest guest, StepContext context);

        @Override
        public Probe look(StepContext context) {
            return labContext.guest(machine, context).has(marker) ? Probe.present("it has them")
                    : Probe.absent("it does not have them yet");
        }

        @Override
        public Duration longest() {
            return labContext.timeouts().equipping();
        }

        @Override
        public void run(StepContext context) {
            if (!isDone(context)) {
                Guest guest = labContext.guest(machine, context);
                bring(guest, context);
                guest.write(marker, "", "0644");
            }
        }
    }

    /** containerd has all images of the new version, so that the upgrade pulls none. */
    static final class UpgradeImagesPresent extends UpgradeFilesPresent {
        /** With containers' files, as a machine's own disk may be small. */
        private static final String ARCHIVE = "/var/lib/containerd/hybridlab-images.tar";
        /**
         * From its next start, containerd uses pause image $1, as in the new box. The kubelet removes no pinned
         * image. $2 is the folder of its settings.
         */
        static final String TAKE_PAUSE = """
                for file in "$2/config.toml" "$2/config.toml.in"; do
                    [ ! -e "$file" ] || sed -i "s|^\\( *sandbox = \\)'.*'|\\1'$1'|" "$file"
                done
                ctr --namespace k8s.io images label "$1" io.cri-containerd.pinned=pinned > /dev/null""";

        UpgradeImagesPresent(LabContext labContext, Machine machine) {
            super(labContext, machine, "images-of-" + labContext.boxes().payload().name());
        }

        @Override
        public Duration usual() {
            return labContext.timeouts().usual(40);
        }

        @Override
        void bring(Guest guest, StepContext context) {
            NodePayload payload = labContext.boxes().payload().ensure(LabBundles.fetching(context));
            guest.upload(payload.images(), ARCHIVE, "0600", labContext.timeouts().script());
            guest.root(labContext.timeouts().script(), "ctr", "--namespace", "k8s.io", "images", "import", "--local",
                            "--discard-unpacked-layers", ARCHIVE)
                    .orFail("guest-command-failed",
                    "containerd on %s did not take the images.".formatted(machine.name()),
                            "Look at free space there: hybridlab exec %s --on %s -- df -h".formatted(labContext.word(),
                                    machine.name()));
            guest.remove(ARCHIVE);
            if (machine.kubernetes().equals(labContext.lab().kubernetes())) {
                guest.must("sh", "-c", TAKE_PAUSE, "sh", labContext.bundles().of(machine, LabBundles.fetching(context))
                        .image("pause").reference(), "/etc/containerd");
            }
        }
    }

    /**
     * A machine for etcd has the programs of the new version, with which its member then starts again. Its box has the
     * image of the version with which the machine was made.
     */
    static final class UpgradeEtcdPresent extends UpgradeFilesPresent {
        UpgradeEtcdPresent(LabContext labContext, Machine machine) {
            super(labContext, machine, "etcd-of-" + machine.kubernetes());
        }

        @Override
        public Duration usual() {
            return labContext.timeouts().usual(2);
        }

        @Override
        void bring(Guest guest, StepContext context) {
            Bundle bundle = labContext.bundles().of(machine, LabBundles.fetching(context));
            for (String program : List.of("etcd", "etcdctl")) {
                guest.upload(bundle.file(program), "/usr/local/bin/" + program, "0755",
                        labContext.timeouts().script());
            }
        }
    }
}

package org.hybridlab.provision.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.cluster.api.AccountToken;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.addon.ExtraReady;
import org.hybridlab.provision.context.AccountMark;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.kubernetes.NodeReady;
import org.hybridlab.provision.render.SimulationRendering;

/** Plans simulated machines: kwok runs on the control plane -> node -> node ready. */
public final class SimulationPlanner {
    private static final Duration READY = Duration.ofMinutes(2);

    private final LabContext labContext;
    private final Lab lab;
    private final List<Step> steps = new ArrayList<>();

    private SimulationPlanner(LabContext labContext) {
        this.labContext = labContext;
        this.lab = labContext.lab();
    }

    public static List<Step> of(LabContext labContext) {
        SimulationPlanner planner = new SimulationPlanner(labContext);
        if (!labContext.lab().simulatedMachines().isEmpty()) {
            planner.simulator();
            labContext.lab().simulatedMachines().forEach(planner::machine);
        }
        return planner.steps;
    }

    private void simulator() {
        add(StepBuilder.step("simulation-bundle-ready", "Build kwok, which simulates nodes")
                .timeout(Duration.ofMinutes(30))
                .inputs(lab.kubernetes())
                .action(new ExtraReady(labContext, Group.SIMULATION, "kwok")));
        // Its token is bound to the control plane's node, which must exist.
        add(StepBuilder.step("simulator-running", "Run kwok on " + lab.firstControlPlane().name())
                .needs("simulation-bundle-ready", StepIds.id(StepIds.NODE_READY, lab.firstControlPlane()))
                .timeout(labContext.timeouts().script())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(labContext.files().simulation().account(), labContext.files().simulation().stages(),
                        labContext.files().simulation().script())
                .action(new SimulatorRunning(labContext)));
    }

    private void machine(Machine machine) {
        add(StepBuilder.step(StepIds.NODE_SIMULATED, "Simulate " + machine.name()).about(machine)
                .needs("simulator-running")
                .inputs(labContext.files().simulation().nodes().get(machine.name()))
                .action(new NodeSimulated(labContext, machine)));
        add(StepBuilder.step(StepIds.NODE_READY, "Wait until the simulated " + machine.name() + " is Ready")
                .about(machine)
                .needs(StepIds.joined(lab, machine))
                .timeout(READY)
                .inputs(machine.name(), machine.address())
                .action(new NodeReady(labContext, machine, READY)));
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }

    /** kwok runs on the first control plane, as a service, with its own account. */
    static final class SimulatorRunning implements Action {
        private static final String FOLDER = "/etc/hybridlab/";
        /** Written last, an {@link AccountMark}. */
        private static final String MARKER = FOLDER + "kwok-running";
        private static final String ACCOUNT = "hybridlab-kwok";
        private static final Duration UPLOAD = Duration.ofMinutes(10);
        private static final Duration TOKEN = Duration.ofDays(365);

        private final LabContext labContext;
        private final Machine host;

        SimulatorRunning(LabContext labContext) {
            this.labContext = labContext;
            this.host = labContext.lab().firstControlPlane();
        }

        @Override
        public Probe probe(StepContext context) {
            Optional<Bundle> bundle = labContext.bundles().extra(Group.SIMULATION);
            if (bundle.isEmpty() || !labContext.states(context.cancellation()).isRunning(host)) {
                return Probe.absent("kwok is missing on this host, or %s is not running".formatted(host.name()));
            }
            if (!labContext.hasCluster() || labContext.node(host).isEmpty()) {
                return Probe.absent("there is no cluster yet");
            }
            Guest guest = labContext.guest(host, context);
            String mark = guest.text(MARKER).orElse("");
            if (!AccountMark.isOf(mark, fingerprint(bundle.get()))) {
                return Probe.absent("kwok is not there, or its settings have changed");
            }
            Optional<String> ending = AccountMark.ending(mark, Instant.now());
            if (ending.isPresent()) {
                return Probe.absent(ending.get());
            }
            return guest.isActive("hybridlab-kwok")
                    ? labContext.changes().look("kwok's account",
                    Manifest.parse(labContext.files().simulation().account()))
                    : Probe.absent("kwok does not run");
        }

        @Override
        public Duration longest() {
            return UPLOAD.plus(labContext.timeouts().script());
        }

        @Override
        public void run(StepContext context) {
            Bundle bundle = labContext.bundles().extra(Group.SIMULATION).orElseThrow();
            labContext.changes().apply(labContext.files().simulation().account(), context);
            AccountToken token = AccountToken.mint(labContext.cluster().api(), "kube-system", ACCOUNT, host.name(),
                    TOKEN);
            Guest guest = labContext.guest(host, context);
            guest.upload(bundle.file("kwok"), "/usr/local/bin/kwok", "0755", UPLOAD);
            guest.write(FOLDER + "kwok-stages.yaml", labContext.files().simulation().stages(), "0644");
            guest.write(FOLDER + "kwok-kubeconfig",
                    labContext.gathered().accountKubeconfig(host, ACCOUNT, token.value()),
                    "0600");
            guest.script(labContext.script(host, SimulationRendering.SCRIPT), labContext.timeouts().script());
            AccountMark mark = AccountMark.of(fingerprint(bundle), Stream.of(token));
            guest.write(MARKER, mark.text(), "0644");
        }

        /** Differs if the cluster or the control plane's node is another: the token died with it. */
        private String fingerprint(Bundle bundle) {
            return Fingerprint.of(bundle.sums().get("kwok"), labContext.files().simulation().stages(),
                    labContext.files().simulation().script(),
                    AccountToken.nodeUid(labContext.cluster().api(), host.name()));
        }
    }

    /** The cluster has a node for the machine, which is marked as simulated. */
    static final class NodeSimulated implements Action {
        private final LabContext labContext;
        private final Machine machine;

        NodeSimulated(LabContext labContext, Machine machine) {
            this.labContext = labContext;
            this.machine = machine;
        }

        @Override
        public Probe probe(StepContext context) {
            return labContext.changes().look("the simulated node " + machine.name(), Manifest.parse(manifest()));
        }

        @Override
        public void run(StepContext context) {
            labContext.changes().apply(manifest(), context);
        }

        private String manifest() {
            return labContext.files().simulation().nodes().get(machine.name());
        }
    }
}

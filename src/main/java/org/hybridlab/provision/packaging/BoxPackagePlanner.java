package org.hybridlab.provision.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.artifact.box.PackagedBoxes;
import org.hybridlab.artifact.box.PackagedNote;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.destroy.LeavingNode;
import org.hybridlab.provision.destroy.NodeDrained;
import org.hybridlab.provision.destroy.NodeLeft;
import org.hybridlab.provision.state.KnownHosts;
import tools.jackson.databind.json.JsonMapper;

/**
 * The plan of {@code box package}: the machine leaves cluster and lab, switches itself off, and its disk becomes a box.
 * {@code up} restores it from any point. See {@link PackableMachine}.
 */
public final class BoxPackagePlanner {
    /** Windows may take that long. */
    private static final Duration SCRIPT = Duration.ofMinutes(20);
    /** Copies, compresses and unpacks tens of gigabytes. */
    private static final Duration PACKING = Duration.ofHours(4);

    private BoxPackagePlanner() {
    }

    public static Plan plan(LabContext labContext, Machine machine, PackagedNote note) {
        List<Step> steps = new ArrayList<>();
        LeavingNode node = new LeavingNode(labContext.created(), machine.name(), false, false);
        boolean cluster = labContext.created().cluster().wasKnown();
        if (cluster) {
            steps.add(StepBuilder.step("node-drained", "Drain the node " + machine.name()).about(machine)
                    .timeout(NodeDrained.WITHIN)
                    .inputs(machine.name())
                    .action(new NodeDrained(node)).build());
        }
        steps.add(after(steps, StepBuilder.step("lab-removed", "Take the lab off " + machine.name()).about(machine)
                .timeout(SCRIPT)
                // As in node-joined: removing the pod network's switch may interrupt connections.
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.name())
                .action(new LabRemoved(labContext, machine, SCRIPT))));
        if (cluster) {
            steps.add(after(steps, StepBuilder.step("node-left", "Take the node %s out of the cluster"
                            .formatted(machine.name())).about(machine)
                    .inputs(machine.name())
                    .action(new NodeLeft(node))));
        }
        steps.add(after(steps, StepBuilder.step("machine-generalized", "Generalize %s and switch it off"
                        .formatted(machine.name())).about(machine)
                .timeout(SCRIPT.multipliedBy(2))
                .inputs(machine.name())
                .action(new MachineGeneralized(labContext, machine, SCRIPT))));
        steps.add(after(steps, StepBuilder.step("box-packaged", "Package " + note.name()).about(machine)
                .timeout(PACKING)
                .inputs(note)
                .action(new BoxPackaged(labContext, machine, note))));
        return new Plan(steps);
    }

    /** One after the other. */
    private static Step after(List<Step> before, StepBuilder step) {
        before.stream().skip(Math.max(0, before.size() - 1)).map(Step::id).forEach(step::needs);
        return step.build();
    }

    /** A Windows machine has lost its identity, accepts Vagrant's public key, and is off. */
    static final class MachineGeneralized implements Action {
        private static final Duration LOOK = Duration.ofSeconds(3);
        /** Windows may have updates to finish. */
        private static final Duration SHUTDOWN = Duration.ofMinutes(15);

        private final LabContext labContext;
        private final Machine machine;
        private final Duration within;

        MachineGeneralized(LabContext labContext, Machine machine, Duration within) {
            this.labContext = labContext;
            this.machine = machine;
            this.within = within;
        }

        @Override
        public Probe probe(StepContext context) {
            return Probe.unknown("it had its lab's key until now");
        }

        @Override
        public Duration longest() {
            return within.plus(SHUTDOWN);
        }

        /** The script switches the machine off last, so a machine that is off has succeeded. */
        @Override
        public void run(StepContext context) {
            try {
                labContext.windowsGuest(machine, context).script(labContext.script(machine, "box.ps1"), within);
            } catch (LabException e) {
                if (!e.id().equals("ssh-lost")) {
                    throw e;
                }
                context.line("The connection ended, as it may: the machine's adapter asks for its address again.");
            } finally {
                // It creates new host keys at its next start, however far the script came.
                KnownHosts.forget(labContext.workspace(), machine.name());
            }
            Wait.until(machine.name() + " is off", SHUTDOWN).every(LOOK).orFail("machine-not-off",
                    ("Switch it off: `vagrant halt --force %s` in %s, then `hybridlab up %s` makes it a machine of its "
                            + "lab again.").formatted(machine.name(), labContext.workspace().folder(),
                            labContext.word()))
                    .that(() -> state(context), MachineState::isShutDown, MachineState::word, context.cancellation());
        }

        private MachineState state(StepContext context) {
            labContext.forgetStates();
            return labContext.states(context.cancellation()).of(machine);
        }
    }

    /** Vagrant has a box of the machine, with a note about its origin. */
    static final class BoxPackaged implements Action {
        private static final String FOLDER = "box/";

        private final LabContext labContext;
        private final Machine machine;
        private final PackagedNote note;

        BoxPackaged(LabContext labContext, Machine machine, PackagedNote note) {
            this.labContext = labContext;
            this.machine = machine;
            this.note = note;
        }

        @Override
        public Probe probe(StepContext context) {
            return Probe.unknown("the machine is another one at each call");
        }

        @Override
        public void run(StepContext context) {
            ProviderName provider = labContext.provider().name();
            Path info = labContext.workspace().write(FOLDER + PackagedBoxes.NOTE,
                    JsonMapper.shared().writeValueAsString(note));
            Path file = info.resolveSibling("packaged.box");
            try {
                // Vagrant does not overwrite it; an interrupted call may have left one.
                Files.deleteIfExists(file);
                labContext.vagrant().pack(machine.name(), file, info, context::line, context.cancellation());
                try {
                    labContext.vagrant().boxAdd(note.name(), file.toString(), provider, context::line,
                            context.cancellation());
                } finally {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (!labContext.provider().standsAlone(note.name(), labContext.vagrantHome())) {
                throw LabException.hostNotReady("box-not-whole",
                        "%s holds only what differs from the box of %s: Vagrant could not read that one's disk, "
                                .formatted(note.name(), machine.name()) + "and did not say so.",
                        ("Let your user read libvirt's storage pool (%s has the steps). Then: hybridlab box remove %s "
                                + "--provider %s").formatted("docs/how-to/package-boxes.md", note.name(),
                                provider.id()));
            }
        }
    }

    /** A Windows machine has left its cluster, without the lab's files; features and images stay. */
    static final class LabRemoved implements Action {
        private final LabContext labContext;
        private final Machine machine;
        private final Duration within;

        LabRemoved(LabContext labContext, Machine machine, Duration within) {
            this.labContext = labContext;
            this.machine = machine;
            this.within = within;
        }

        @Override
        public Probe probe(StepContext context) {
            return Probe.unknown("removing what is gone costs nothing");
        }

        @Override
        public Duration longest() {
            return within;
        }

        @Override
        public void run(StepContext context) {
            labContext.windowsGuest(machine, context).script(labContext.script(machine, "remove.ps1"), within);
        }
    }
}

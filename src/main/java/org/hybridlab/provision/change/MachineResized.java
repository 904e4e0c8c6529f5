package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.hybridlab.cluster.etcd.EtcdMember;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.destroy.LeavingNode;
import org.hybridlab.provision.destroy.NodeDrained;
import org.hybridlab.provision.etcd.EtcdMemberRunning;
import org.hybridlab.provision.kubernetes.NodeReady;
import org.hybridlab.provision.machine.MachinePlanner;
import org.hybridlab.provision.machine.MachinePrepared;
import org.hybridlab.provision.power.MachineStop;

/** The machine has the lab file's memory and processors. It is drained and restarted for them, unless it was off. */
final class MachineResized extends InMachine {
    private static final String LOOK = "nproc; sed -n 's/^MemTotal: *\\([0-9]*\\) kB$/\\1/p' /proc/meminfo";
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");
    private static final int KIB = 1024;
    /** Share of memory that a kernel keeps for itself. */
    private static final double KEPT = 0.15;
    private static final Duration OFF = MachineStop.LONGEST;

    private final int oldCpus;
    private final int oldMemoryMiB;

    /** @param oldCpus as {@code oldMemoryMiB}, from the last successful {@code up} */
    MachineResized(LabContext labContext, Machine machine, int oldCpus, int oldMemoryMiB) {
        super(labContext, machine);
        this.oldCpus = oldCpus;
        this.oldMemoryMiB = oldMemoryMiB;
    }

    @Override
    public boolean mayDestroy() {
        return true;
    }

    @Override
    public Optional<String> destroysUnseen() {
        return Optional.of(destruction());
    }

    /** A boot applies the lab file; a resume keeps the old size. */
    @Override
    protected Optional<String> destroysOf(MachineState state) {
        return state.isResumable() ? destroysUnseen() : Optional.empty();
    }

    @Override
    public Probe look(StepContext context) {
        if (machine.isWindows()) {
            return Probe.unknown("a Windows machine is not asked for its measure").destroying(destruction());
        }
        Measure seen = Measure.of(labContext.guest(machine, context));
        if (isThere(seen)) {
            return Probe.present(seen.text());
        }
        return (isWanted(seen)
                ? Probe.unknown(seen.text() + ", which it may have had before") : Probe.absent(seen.text()))
                        .destroying(destruction());
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(60);
    }

    @Override
    public Duration longest() {
        return NodeDrained.WITHIN.plus(OFF).plus(starting().longest()).plus(labContext.timeouts().script())
                .plus(new EtcdOthers(labContext, machine.name()).within().multipliedBy(4))
                .plus(machine.isEtcd() ? new EtcdMemberRunning(labContext, machine).longest()
                        : ready().longest().multipliedBy(machine.isControlPlane() ? 3 : 1));
    }

    @Override
    public void run(StepContext context) {
        if (hasThem(context)) {
            context.line(machine.name() + " has them already");
            LabRecord.noteMeasure(labContext, machine);
            return;
        }
        mustBeSpared(context);
        context.destroys(destruction());
        if (!machine.isEtcd()) {
            new NodeDrained(new LeavingNode(labContext.created(), machine.name(), !labContext.lab().joinsExisting()),
                    labContext.timeouts().nodeLost()).run(context);
        }
        mustBeSpared(context);
        new MachineStop(labContext.created()).halt(machine.name(), context);
        labContext.forgetStates();
        Optional<Measure> booted = boot(context);
        // It also uncordons the node.
        (machine.isEtcd() ? new EtcdMemberRunning(labContext, machine) : ready()).run(context);
        if (machine.isControlPlane()) {
            new NodeSteady(labContext, machine).await(context);
        }
        booted.ifPresent(this::mustBeWanted);
    }

    /** Records the size at once, so that no other run drains the machine. Returns it; empty for Windows. */
    private Optional<Measure> boot(StepContext context) {
        if (machine.isWindows()) {
            LabRecord.noteMeasure(labContext, machine);
            starting().run(context);
            return Optional.empty();
        }
        starting().run(context);
        Measure seen = Measure.of(labContext.guest(machine, context));
        if (isWanted(seen)) {
            LabRecord.noteMeasure(labContext, machine);
        }
        new MachinePrepared(labContext, machine).run(context);
        return Optional.of(seen);
    }

    /** etcd goes on without its member. With fewer than three, it stops in any case. */
    private void mustBeSpared(StepContext context) {
        if (!labContext.lab().etcdMembers().contains(machine) || labContext.lab().etcdMembers().size() <= 2) {
            return;
        }
        EtcdOthers others = new EtcdOthers(labContext, machine.name());
        List<EtcdMember> voters = others.staying(context).list().stream().filter(one -> !one.learner()).toList();
        others.awaitMajority(voters.stream().filter(one -> !one.address().equals(machine.address().toString()))
                .toList(), voters.size(), "See which one does not: `hybridlab status %1$s`. Then run `hybridlab up "
                        .formatted(labContext.word()) + "%s` again.".formatted(labContext.word()), context);
    }

    /** Providers start a machine with the file's size, so one that was off is not asked twice. */
    private boolean hasThem(StepContext context) {
        boolean started = labContext.remembered().started().contains(machine.name());
        if (machine.isWindows()) {
            return started;
        }
        Measure seen = Measure.of(labContext.guest(machine, context));
        return isThere(seen) || started && isWanted(seen);
    }

    /** False if the kernel's share may be more than what was added. */
    private boolean isThere(Measure seen) {
        return isWanted(seen) && !seen.mayBe(oldCpus, oldMemoryMiB);
    }

    private boolean isWanted(Measure seen) {
        return seen.mayBe(cpus(), machine.memoryMiB());
    }

    private int cpus() {
        return labContext.provider().cpus(machine);
    }

    private void mustBeWanted(Measure seen) {
        if (!isWanted(seen)) {
            throw LabException.labFailed("machine-not-resized", "%s was started again, and does not have %d CPUs and "
                    .formatted(machine.name(), cpus()) + machine.memoryMiB() + " MiB.",
                    advice()).because(seen.text());
        }
    }

    private String advice() {
        return (machine.isControlPlane() || machine.isEtcd()
                ? "Set them back in the lab file, then run: hybridlab up %1$s. Do not destroy %2$s: the cluster may "
                        + "be lost with it."
                : "Make it again as its file says: hybridlab destroy %1$s %2$s, then hybridlab up %1$s")
                .formatted(labContext.word(), machine.name());
    }

    private Action ready() {
        return new NodeReady(labContext, machine, labContext.timeouts().nodeReady(machine));
    }

    private Action starting() {
        return MachinePlanner.running(labContext, machine);
    }

    private String destruction() {
        return machine.isEtcd() ? "start %s again: its member of etcd is away meanwhile".formatted(machine.name())
                : "drain %s and start it again: its pods end, with what they keep in emptyDir volumes"
                        .formatted(machine.name());
    }

    private record Measure(int cpus, long memoryMiB) {
        static Measure of(Guest guest) {
            String said = guest.output(LOOK, "The look at its memory and processors");
            List<String> lines = said.lines().toList();
            if (lines.size() != 2 || !lines.stream().allMatch(line -> NUMBER.matcher(line).matches())) {
                throw guest.unclear("its memory and processors", said);
            }
            return new Measure((int) Long.parseLong(lines.get(0)), Long.parseLong(lines.get(1)) / KIB);
        }

        boolean mayBe(int wantedCpus, int wantedMiB) {
            return cpus == wantedCpus && memoryMiB <= wantedMiB && memoryMiB >= wantedMiB * (1 - KEPT);
        }

        String text() {
            return "it has %d CPUs and %d MiB".formatted(cpus, memoryMiB);
        }
    }
}

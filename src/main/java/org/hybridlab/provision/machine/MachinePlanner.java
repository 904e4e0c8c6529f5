package org.hybridlab.provision.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Registry;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.vagrant.JointUp;
import org.hybridlab.provision.box.BoxDownloaded;
import org.hybridlab.provision.box.BoxFetch;
import org.hybridlab.provision.box.BoxReady;
import org.hybridlab.provision.box.BoxStored;
import org.hybridlab.provision.box.ComingMachines;
import org.hybridlab.provision.box.MachineBox;
import org.hybridlab.provision.box.NodePayloadReady;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;

/** The part of {@code up} until machines are prepared: box and kit, network, machines. */
public final class MachinePlanner {
    /** The bundle may be built from sources, on a busy host. */
    public static final Duration GETTING = Duration.ofMinutes(60);
    /** Includes a wait for another lab that does the same. */
    private static final Duration STORING = Duration.ofMinutes(35);

    private final LabContext labContext;
    private final Lab lab;
    private final ComingMachines coming;
    private final Set<String> upgraded;
    private final List<Step> steps = new ArrayList<>();

    private MachinePlanner(ComingMachines coming, Set<String> upgraded) {
        this.labContext = coming.labContext();
        this.lab = labContext.lab();
        this.coming = coming;
        this.upgraded = upgraded;
    }

    /** @param upgraded machines that get their programs from an upgrade */
    public static List<Step> of(ComingMachines coming, Set<String> upgraded) {
        LabContext labContext = coming.labContext();
        MachinePlanner planner = new MachinePlanner(coming, upgraded);
        planner.boxAndKit();
        planner.hostNetwork();
        labContext.lab().madeMachines().forEach(planner::running);
        StepIds.linux(labContext.lab().machines()).forEach(planner::prepared);
        if (!labContext.lab().registries().isEmpty()) {
            labContext.lab().madeMachines().forEach(planner::registries);
        }
        return planner.steps;
    }

    public static Action hostNetwork(LabContext labContext) {
        return new HostNetworkReady(labContext);
    }

    /** Starts a missing or stopped machine. */
    public static Action running(LabContext labContext, Machine machine) {
        return new MachineRunning(labContext, machine);
    }

    /**
     * Loads Vagrant ahead for these machines, if the lab has none yet and the provider starts them in parallel. Others
     * start in the order of their steps. A lab's own Vagrantfile may not wait.
     */
    public static JointUp loadVagrant(LabContext labContext, List<Machine> machines, Cancellation cancellation) {
        boolean together = labContext.provider().name().traits().startsTogether()
                && labContext.files().vagrantfile().contains(JointUp.WAITS)
                && labContext.states(cancellation).byName().isEmpty();
        return labContext.vagrant().loadFor(together ? machines.stream().map(Machine::name).toList() : List.of(),
                labContext.provider().name(), machines.stream().map(labContext.timeouts()::start)
                        .max(Comparator.naturalOrder()).orElse(Duration.ZERO), cancellation);
    }

    private void boxAndKit() {
        if (labContext.boxes().needsBox()) {
            add(StepBuilder.step(StepIds.BOX_READY, "Get the box of the machines")
                    .timeout(GETTING)
                    .inputs(labContext.boxes().box().name())
                    .action(new BoxReady(coming)));
        }
        lab.madeMachines().stream().flatMap(machine -> download(machine).stream()).distinct()
                .forEach(box -> add(StepBuilder.step(downloaded(box), "Download the box " + box.title())
                        .retry(Retry.times(3, Duration.ofSeconds(5), BoxFetch.NOT_REACHED))
                        .inputs(box, lab.outside())
                        .action(new BoxDownloaded(labContext, box))));
        if (storesBox()) {
            add(StepBuilder.step("box-stored", "Copy the box's disk into the provider's storage")
                    .needs(StepIds.BOX_READY)
                    .timeout(STORING)
                    .inputs(labContext.boxes().box().name())
                    .action(new BoxStored(coming)));
        }
        if (labContext.boxes().needsNodePayload()) {
            add(StepBuilder.step("node-payload-ready", "Build what stock boxes lack")
                    .timeout(GETTING)
                    .inputs(labContext.boxes().payload().name())
                    .action(new NodePayloadReady(labContext.boxes().payload())));
        }
    }

    /** The machine's public box, if Vagrant downloads it before the start. */
    private Optional<BoxChoice> download(Machine machine) {
        BoxChoice box = MachineBox.of(labContext, machine);
        boolean published = !box.name().startsWith(LocalBox.PREFIX) && machine.arch() == Arch.ofThisHost();
        return published && !labContext.provider().name().traits().boxesAreImages() && box.sha256().isEmpty()
                ? Optional.of(box) : Optional.empty();
    }

    /** Box names have no plus, so step ids are unique. */
    private static String downloaded(BoxChoice box) {
        return "box-downloaded/" + box.name().replace('/', '+');
    }

    private boolean storesBox() {
        return labContext.boxes().needsBox() && labContext.provider().name().traits().storesBoxes();
    }

    private void hostNetwork() {
        add(StepBuilder.step(StepIds.HOST_NETWORK, "Make the lab's network on the host")
                .needs(lab.joinsExisting() ? Set.of(StepIds.CLUSTER_KNOWN) : Set.of())
                .inputs(lab.network().machines())
                .action(hostNetwork(labContext)));
    }

    private void running(Machine machine) {
        add(StepBuilder.step(StepIds.MACHINE_RUNNING, "Start " + machine.name()).about(machine)
                .needs(!labContext.boxes().takesBox(machine) ? Set.of()
                        : Set.of(storesBox() ? "box-stored" : StepIds.BOX_READY))
                .needs(download(machine).map(MachinePlanner::downloaded).map(Set::of).orElse(Set.of()))
                .needs(StepIds.HOST_NETWORK)
                .permit(Permits.MACHINE_CREATE)
                .timeout(labContext.timeouts().start(machine))
                .retry(LabContext.VAGRANT_RETRY)
                .inputs(madeOf(machine), lab.network().machines())
                .action(new MachineRunning(labContext, machine)));
    }

    private void prepared(Machine machine) {
        boolean equips = labContext.boxes().takesNodePayload(machine) && !upgraded.contains(machine.name());
        if (equips) {
            add(StepBuilder.step("machine-equipped", "Install what " + machine.name() + " lacks").about(machine)
                    .needs("node-payload-ready", StepIds.id(StepIds.MACHINE_RUNNING, machine))
                    .timeout(labContext.timeouts().equipping())
                    .retry(LabContext.NETWORK_RETRY)
                    .inputs(MachineEquipped.fingerprint(labContext, machine))
                    .action(new MachineEquipped(labContext, machine)));
        }
        add(StepBuilder.step("machine-prepared", "Prepare " + machine.name()).about(machine)
                .needs(StepIds.id(equips ? "machine-equipped" : StepIds.MACHINE_RUNNING, machine))
                .timeout(labContext.timeouts().script())
                .inputs(labContext.files().prepare().get(machine.name()))
                .action(new MachinePrepared(labContext, machine)));
    }

    /** Before anything is pulled; on Windows once containerd is there. */
    private void registries(Machine machine) {
        add(StepBuilder.step("registries-known", "Tell containerd on " + machine.name() + " of registries")
                .about(machine)
                .needs(StepIds.id(machine.isWindows() ? "containerd-running" : "machine-prepared", machine))
                .timeout(labContext.timeouts().script())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(labContext.files().registries())
                .action(new RegistriesKnown(labContext, machine)));
    }

    /** Machines that share the host's memory and processors are created without a size. */
    private Object madeOf(Machine machine) {
        List<Object> all = new ArrayList<>(List.of(machine.name(), machine.os(), machine.arch(), machine.box()
                .map(BoxChoice::title),
                machine.address()));
        if (!labContext.provider().name().traits().sharesHostMemory()) {
            all.addAll(List.of(machine.cpus(), machine.memoryMiB()));
        }
        return all;
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }

    /** The host has what the provider needs, such as the lab's network, and existing machines are connected to it. */
    static final class HostNetworkReady implements Action {
        private static final Duration EACH = Duration.ofSeconds(40);

        private final LabContext labContext;

        HostNetworkReady(LabContext labContext) {
            this.labContext = labContext;
        }

        @Override
        public Probe probe(StepContext context) {
            if (!labContext.lab().madeMachines().stream()
                    .allMatch(labContext.states(context.cancellation())::isRunning)) {
                return Probe.unknown("not every machine runs, and making it again costs nothing");
            }
            if (labContext.lab().joinsExisting()) {
                return Probe.present("every machine runs");
            }
            List<String> misplaced = labContext.provider().misplaced(labContext.id(), labContext.lab(),
                    context.cancellation());
            return misplaced.isEmpty() ? Probe.present("every machine runs in it")
                    : Probe.absent(String.join(", ", misplaced));
        }

        @Override
        public Duration longest() {
            return EACH.multipliedBy(1L + labContext.lab().madeMachines().size());
        }

        @Override
        public void run(StepContext context) {
            labContext.provider().prepare(labContext.id(), labContext.lab(), context.cancellation());
            labContext.provider().place(labContext.id(), labContext.lab(), context.cancellation())
                    .forEach(context::line);
            // A machine that was not connected is off now.
            labContext.forgetStates();
        }
    }

    /** containerd has a file per registry, which it reads at each pull. */
    static final class RegistriesKnown extends InMachine {
        private static final String FILE = "/etc/containerd/certs.d/%s/hosts.toml";

        RegistriesKnown(LabContext labContext, Machine machine) {
            super(labContext, machine);
        }

        @Override
        public Probe look(StepContext context) {
            try {
                return labContext.lab().registries().stream().allMatch(registry -> has(registry, context))
                        ? Probe.present("its files are as the lab file says")
                        : Probe.absent("containerd does not know all registries, or not as the lab file says");
            } catch (LabException e) {
                if (e.isInterruption()) {
                    throw e;
                }
                return Probe.unknown(e.what());
            }
        }

        @Override
        public void run(StepContext context) {
            for (Registry registry : labContext.lab().registries()) {
                String content = labContext.registries().inMachine(registry);
                boolean secret = registry.login().isPresent();
                if (machine.isWindows()) {
                    labContext.windowsGuest(machine, context).write(path(registry), content, secret);
                } else {
                    labContext.guest(machine, context).write(path(registry), content, secret ? "0600" : "0644");
                }
                context.line(registry.host() + " is known");
            }
        }

        private boolean has(Registry registry, StepContext context) {
            String wanted = labContext.registries().inMachine(registry).strip();
            return machine.isWindows()
                    ? labContext.windowsGuest(machine, context).read(path(registry)).filter(wanted::equals).isPresent()
                    : labContext.guest(machine, context).fileEquals(path(registry), wanted);
        }

        private String path(Registry registry) {
            return (machine.isWindows() ? "C:" : "") + FILE.formatted(registry.folder());
        }
    }
}

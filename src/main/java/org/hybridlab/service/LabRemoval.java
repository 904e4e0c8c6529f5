package org.hybridlab.service;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.Suggestion;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.journal.StaleLocks;
import org.hybridlab.host.KnownLab;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.vagrant.VagrantLeftBehind;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.change.EtcdMajority;
import org.hybridlab.provision.destroy.DestroyPlanner;
import org.hybridlab.provision.image.LabRegistry;
import org.hybridlab.provision.network.ClusterGatewayScripts;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.Loss;
import org.hybridlab.service.context.RecordedChoices;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.RunListener;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lab.MergedContext;

/** Destroys a lab, or some of its machines. Holds the lab's lock from the first look until nothing is left. */
final class LabRemoval {
    private static final int THREADS = 8;
    /** A later round removes what was being created during the earlier one. */
    private static final int ROUNDS = 3;

    private final ServiceContext context;
    private final LabService service;
    private final List<LabException> failures;

    /** @param failures gets those of runs */
    LabRemoval(ServiceContext context, LabService service, List<LabException> failures) {
        this.context = context;
        this.service = service;
        this.failures = failures;
    }

    /** @param machines to remove; empty: all, with network, workspace and record */
    ExitCode remove(Workspace workspace, Optional<LabLocation> location, Set<String> machines) {
        RunFolder folder = folder(workspace);
        try (LabLock lock = LabLock.acquire(folder, Clock.systemUTC())) {
            service.workspaces().check(workspace.folder());
            Optional<KnownLab> known = service.known().find(workspace.folder());
            if (known.isEmpty()) {
                mustBeWhole(workspace, machines);
                return removeUnrecorded(workspace, location, folder, lock);
            }
            CreatedLab created = created(known.get(), workspace);
            new VagrantLeftBehind(context.processes(), Path.of(known.get().workspace()))
                    .end(context.listener()::message, context.cancellation());
            if (!machines.isEmpty()) {
                Set<String> going = known(machines, created, known.get());
                mayGo(going, known.get(), created);
                ExitCode gone = run(created, going, false, Set.of(), folder, lock);
                sayWhatIsElsewhere(workspace, machines);
                return gone;
            }
            ExitCode done = removeAll(created, folder, lock);
            if (done == ExitCode.OK) {
                sayWhatIsElsewhere(workspace, Set.of());
                MergedContext.of(known.get(), context).takeOut();
                new LabRegistry(context.processes(), workspace).end(context.cancellation());
                workspace.delete();
                service.workspaces().forget(workspace.folder());
            }
            return done;
        } finally {
            if (!folder.state().equals(workspace.folder())) {
                Workspace.in(folder.state()).delete();
            }
        }
    }

    /** Names what was set up by hand on machines that are not the lab's. */
    private void sayWhatIsElsewhere(Workspace workspace, Set<String> machines) {
        new ClusterGatewayScripts(workspace).afterwards(machines).ifPresent(context.listener()::message);
    }

    /** The workspace holds the list of what the lab created in a cluster of others. */
    private void sayWhatStays(CreatedLab created) {
        List<String> commands = created.joined().left();
        if (!commands.isEmpty()) {
            context.listener().message("The cluster that %s had joined could not be asked, so what the lab had there "
                    .formatted(created.id().lab()) + "may stay. Take it away with the kubeconfig of that cluster:"
                    + commands.stream().map("\n  "::concat).collect(Collectors.joining()));
        }
    }

    /** The journal would create a deleted workspace again. */
    private RunFolder folder(Workspace workspace) {
        RunFolder usual = context.runFolder(workspace);
        if (workspace.exists()) {
            return usual;
        }
        Path state = StaleLocks.folderOf(usual.lock());
        return new RunFolder(state, state.resolve("logs"), usual.lock());
    }

    private CreatedLab created(KnownLab known, Workspace workspace) {
        return CreatedLab.of(CreatedLab.id(known), workspace, known.provider(), context.processes(),
                service.host().facts().kvm());
    }

    /** @throws LabException {@code machine-unknown} if one never was this lab's */
    private Set<String> known(Set<String> machines, CreatedLab created, KnownLab known) {
        Set<String> all = new TreeSet<>(created.machines(context.cancellation()));
        all.addAll(known.addresses().keySet());
        all.remove(OpenChoices.VIRTUAL_ADDRESS);
        machines.stream().filter(machine -> !all.contains(machine)).findFirst().ifPresent(machine -> {
            throw LabException.invalid("machine-unknown", "The lab %s has no machine '%s'."
                    .formatted(known.name(), machine), Suggestion.sentence(machine, all) + "Its machines: "
                    + String.join(", ", all) + ".");
        });
        return machines;
    }

    /**
     * Refuses to break etcd: without its majority, a member that {@code up} creates again cannot join. A removed
     * machine counts as a member until {@code up} creates it again.
     *
     * @throws LabException {@code machine-simulated}, {@code etcd-majority-lost}, {@code applied-lab-unreadable} or
     * {@code loss-not-confirmed} (exit 2), or {@code etcd-not-judged}
     */
    private void mayGo(Set<String> machines, KnownLab known, CreatedLab created) {
        String word = known.name() + known.origin().instance().map(" --name "::concat).orElse("");
        boolean own = created.cluster().wasKnown() && !created.joined().isJoined();
        WorkspaceState state = new WorkspaceState(created.workspace());
        List<AppliedMachine> made = state.lab().map(AppliedLab::machines).orElse(List.of());
        if (own && made.isEmpty()) {
            throw state.unreadable("It tells which machines have the cluster's "
                    + "data. Nothing was destroyed. To destroy the whole lab: hybridlab destroy " + word);
        }
        made.stream().filter(machine -> machine.simulated() && machines.contains(machine.name())).findFirst()
                .ifPresent(machine -> {
                    throw LabException.invalid("machine-simulated", "%s of %s is simulated: there is a node, and no "
                            .formatted(machine.name(), known.name()) + "machine.",
                            "Nothing was destroyed. To be rid of the node, take it out of the lab file and run `up`.");
                });
        Set<String> members = new TreeSet<>(AppliedMachine.etcdMembers(made));
        Set<String> staying = new TreeSet<>(members);
        staying.removeAll(machines);
        if (staying.isEmpty() && !members.isEmpty() && own && !context.approval().loses(Loss.CLUSTER, "The cluster of "
                + "%s is lost with %s. Go on?".formatted(known.name(), String.join(", ", members)))) {
            throw Loss.CLUSTER.notAgreed("The cluster of %s would be lost with %s. Nothing was destroyed."
                    .formatted(known.name(), String.join(", ", members)));
        }
        if (staying.isEmpty() || staying.size() == members.size()) {
            return;
        }
        Map<String, MachineState> states = created.states(context.cancellation()).byName();
        if (members.stream().noneMatch(machine -> machines.contains(machine) && states.containsKey(machine))) {
            return;
        }
        boolean allOff = members.stream().filter(states::containsKey).map(states::get)
                .allMatch(MachineState::isOffOrFrozen);
        EtcdMajority left = EtcdMajority.of(members, staying, states, machine -> allOff);
        String up = "hybridlab up " + word;
        if (!left.isKept(known.name(), "Nothing was destroyed. Run `%s`, then destroy again.".formatted(up))) {
            staying.removeAll(left.voting());
            throw LabException.invalid("etcd-majority-lost", "etcd of %s would have %d of its %d members left: the "
                    .formatted(known.name(), left.voting().size(), members.size()) + "cluster would be lost.",
                    "Nothing was destroyed. " + (staying.isEmpty()
                            ? again(word, made)
                            : "Run `%s` first: it starts or makes again what does not run, here %s.".formatted(up,
                                    String.join(", ", staying))));
        }
    }

    private static String again(String word, List<AppliedMachine> made) {
        return made.stream().anyMatch(AppliedMachine::isEtcd)
                ? "Name one of them at a time, and run `hybridlab up %s` after each.".formatted(word)
                : "`hybridlab replace %s MACHINE` makes such machines again, one at a time.".formatted(word);
    }

    private ExitCode removeAll(CreatedLab created, RunFolder folder, LabLock lock) {
        Map<String, List<String>> held = !created.joined().isJoined() ? Map.of() : created.cluster()
                .answering(context.listener()::message).map(created.joined()::held).orElse(Map.of());
        Set<String> lost = held.keySet().stream().filter(path -> context.approval().loses(Loss.NAMESPACES,
                "Others have objects in %s, which the lab made: %s. Delete it with them?".formatted(path,
                        String.join(", ", held.get(path))))).collect(Collectors.toSet());
        for (int round = 0; round < ROUNDS; round++) {
            ExitCode done = run(created, created.machines(context.cancellation()), true, lost, folder, lock);
            if (done != ExitCode.OK) {
                return done;
            }
            if (created.states(context.cancellation()).byName().isEmpty()) {
                RemovalProof.check(created, context.cancellation());
                sayWhatStays(created);
                mayStay(created.joined().kept(), held);
                return done;
            }
        }
        throw LabException.labFailed("machines-remain", "Machines of the lab %s are there again: %s.".formatted(
                created.id().lab(), String.join(", ", created.states(context.cancellation()).byName().keySet())),
                "Something else makes them, perhaps a vagrant in %s: end it, then destroy again."
                        .formatted(created.workspace().folder()));
    }

    /** After a no the lab goes, as the user knows what stays. Without an answer, the lab stays known. */
    private void mayStay(List<String> kept, Map<String, List<String>> held) {
        for (String path : kept) {
            String what = "%s stays, as others have objects in it: %s.".formatted(path,
                    String.join(", ", held.getOrDefault(path, List.of("since a moment"))));
            if (!context.approval().asks()) {
                throw Loss.NAMESPACES.notAgreed(what);
            }
            context.listener().message(what);
        }
    }

    private ExitCode run(CreatedLab created, Set<String> machines, boolean all, Set<String> lost, RunFolder folder,
                         LabLock lock) {
        RunResult result;
        try (RunListener listener = context.listener().run()) {
            Engine engine = new Engine(folder, Settings.of(THREADS, Map.of()), Clock.systemUTC(),
                    listener.listeners());
            result = engine.run(DestroyPlanner.plan(created, machines, all, lost), lock, context.cancellation());
        }
        RunFailures.tell(result, context.listener());
        if (!result.green()) {
            failures.addAll(RunFailures.of(result));
        }
        return result.exitCode();
    }

    private static void mustBeWhole(Workspace workspace, Set<String> machines) {
        if (!machines.isEmpty()) {
            throw LabException.invalid("lab-not-recorded", "No record of the lab of %s says which machines it has."
                    .formatted(workspace.folder()), "Without a record, it goes as a whole: name no machine.");
        }
    }

    /**
     * Removes a workspace that was only rendered, or whose record is lost. Runs nothing from it: asks the provider for
     * the lab's machines and removes them.
     *
     * @throws LabException {@code machines-not-judged} (exit 5) if it has none, and Vagrant noted some
     */
    private ExitCode removeUnrecorded(Workspace workspace, Optional<LabLocation> location, RunFolder folder,
                                      LabLock lock) {
        Set<String> noted = new TreeSet<>(VagrantNotes.of(workspace).names());
        boolean found = false;
        for (CreatedLab created : unrecorded(workspace, location)) {
            if (!created.states(context.cancellation()).byName().isEmpty()) {
                found = true;
                workspace.deleteVagrantfile();
                ExitCode done = removeAll(created, folder, lock);
                if (done != ExitCode.OK) {
                    return done;
                }
            }
        }
        if (!found && !noted.isEmpty()) {
            // The lab may have been renamed, so the workspace stays: it tells of the machines.
            throw LabException.notJudged("machines-not-judged", "Vagrant made machines in %s: %s. No record tells which"
                    .formatted(workspace.folder(), String.join(", ", noted)) + " lab they belong to, and no provider "
                    + "lists them under the name in the lab file.", "`hybridlab list --orphans` shows what is left of "
                    + "them, and `hybridlab destroy --orphans` removes it.");
        }
        if (workspace.exists()) {
            MergedContext.of(workspace, location, context).takeOut();
            new LabRegistry(context.processes(), workspace).end(context.cancellation());
            workspace.delete();
            service.workspaces().forget(workspace.folder());
            context.listener().message("Removed the workspace %s.".formatted(workspace.folder()));
        }
        return ExitCode.OK;
    }

    private List<CreatedLab> unrecorded(Workspace workspace, Optional<LabLocation> location) {
        List<CreatedLab> all = new ArrayList<>();
        Optional<String> name = location.flatMap(lab -> RecordedChoices.lab(lab.file(), Optional.empty()))
                .map(Lab::name);
        // A lab that was moved away keeps its id.
        Set<LabId> others = service.known().all().stream().map(CreatedLab::id).collect(Collectors.toSet());
        for (ProviderName provider : CreatedLab.notedProviders(workspace)) {
            name.stream().flatMap(lab -> LabId.allOf(lab, workspace.folder()).stream())
                    .filter(id -> !others.contains(id)).forEach(id -> all.add(CreatedLab.of(id, workspace, provider,
                            context.processes(), service.host().facts().kvm())));
        }
        return all;
    }

    /** Asks the provider whether anything of a removed lab is left. If so, the lab keeps its record. */
    static final class RemovalProof {
        private RemovalProof() {
        }

        /**
         * @throws LabException {@code lab-remains}; {@code removal-not-judged} (exit 5) if the provider does not say
         */
        static void check(CreatedLab lab, Cancellation cancellation) {
            List<LabResource> left = left(lab, cancellation);
            if (!left.isEmpty()) {
                throw LabException.labFailed("lab-remains", "Of the lab %s this is still there: %s.".formatted(
                        lab.id().lab(), left.stream().map(LabResource::title).collect(Collectors.joining(", "))),
                        "Look at what uses it, then run the same command again.");
            }
        }

        private static List<LabResource> left(CreatedLab lab, Cancellation cancellation) {
            try {
                return lab.provider().resources(lab.id(), cancellation);
            } catch (LabException e) {
                if (cancellation.isRequested()) {
                    throw e;
                }
                throw LabException.notJudged("removal-not-judged",
                        "Whether all of the lab %s is gone is not known: %s".formatted(lab.id().lab(), e.what()),
                        "Run the same command again once the provider answers.").causedBy(e);
            }
        }
    }
}

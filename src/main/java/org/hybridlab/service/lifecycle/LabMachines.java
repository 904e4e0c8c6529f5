package org.hybridlab.service.lifecycle;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.provider.api.MachineState.Kind;
import org.hybridlab.provider.vagrant.VagrantLeftBehind;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.RunListener;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.LabService;

/** Runs plans on a lab's machines on this host. Does not read its file: a lab must stop even if that is invalid. */
public record LabMachines(ServiceContext context, LabAccess access, CreatedLab created) {
    private static final int THREADS = 16;

    /**
     * The record tells in which order machines stop, and how they start again.
     *
     * @throws org.hybridlab.common.error.LabException {@code lab-not-up}, {@code workspace-not-owned} or {@code
     * applied-lab-unreadable} (exit 2)
     */
    public static LabMachines of(NamedLab lab, LabService service, ServiceContext context) {
        LabAccess access = LabAccess.of(lab, context);
        service.workspaces().check(access.workspace().folder());
        KnownLab known = service.known().find(access.workspace().folder()).orElseThrow(access::notUp);
        new WorkspaceState(access.workspace()).mustBeReadable(lab.word());
        return new LabMachines(context, access, CreatedLab.of(CreatedLab.id(known), access.workspace(),
                known.provider(), context.processes(), service.host().facts().kvm()));
    }

    public String name() {
        return created.id().lab();
    }

    /** As the last {@code up} created them. */
    public Set<String> names(Role role) {
        return new WorkspaceState(workspace()).lab().stream().flatMap(lab -> lab.machines().stream())
                .filter(machine -> machine.role().equals(role.id())).map(AppliedMachine::name)
                .collect(Collectors.toSet());
    }

    private Workspace workspace() {
        return created.workspace();
    }

    /**
     * Locks the lab for a change. First ends a vagrant that a killed hybridlab left.
     *
     * @throws org.hybridlab.common.error.LabException {@code lab-locked} (exit 3), or {@code lab-not-up} (exit 2) if it
     * was destroyed during a question
     */
    public LabLock lock() {
        LabLock lock = LabLock.acquire(context.runFolder(workspace()), Clock.systemUTC());
        try {
            if (new KnownLabs(context.folders()).find(workspace().folder()).isEmpty()) {
                throw access.notUp();
            }
            // The journal would create a deleted workspace again, without an owner.
            new OwnWorkspaces(context.folders()).bind(workspace().folder());
            new VagrantLeftBehind(context.processes(), workspace().folder())
                    .end(context.listener()::message, context.cancellation());
            return lock;
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Names machines that an interrupted save may have left frozen; empty if none is. */
    public static Optional<String> frozen(CreatedLab created, String word) {
        String advice = " Let them go on: hybridlab resume " + word;
        try {
            List<String> frozen = new TreeMap<>(created.states(new Cancellation()).byName()).entrySet().stream()
                    .filter(one -> one.getValue().kind() == Kind.PAUSED).map(Map.Entry::getKey).toList();
            return frozen.isEmpty() ? Optional.empty()
                    : Optional.of("Machines that are still frozen: %s.".formatted(String.join(", ", frozen)) + advice);
        } catch (LabException e) {
            return Optional.of("Machines may still be frozen: " + e.what() + advice);
        }
    }

    /** Runs a plan that needs no question, and reports what failed. */
    public RunResult run(Plan plan, LabLock lock) {
        RunResult result;
        try (RunListener listener = context.listener().run()) {
            result = new Engine(context.runFolder(workspace()), Settings.of(THREADS, Map.of()), Clock.systemUTC(),
                    listener.listeners()).run(plan, lock, context.cancellation());
        }
        RunFailures.tell(result, context.listener());
        return result;
    }
}

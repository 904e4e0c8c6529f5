package org.hybridlab.cli;

import java.nio.file.Files;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;

import org.hybridlab.engine.Engine;
import org.hybridlab.engine.LabLock;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.failure.ExitCode;
import org.hybridlab.failure.LabException;
import org.hybridlab.host.KnownLabs.KnownLab;
import org.hybridlab.host.StartedDaemons;
import org.hybridlab.host.StartedDaemons.Started;
import org.hybridlab.kubernetes.SharedKubeconfig;
import org.hybridlab.labfile.LabLocation;
import org.hybridlab.render.Workspace;
import org.hybridlab.steps.DestroyPlanner;
import org.hybridlab.steps.MadeLab;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes what {@code up} made, and only that. */
@Command(name = "destroy", footerHeading = "%nExample:%n", footer = "  hybridlab destroy first-cluster --yes")
final class DestroyCommand implements Callable<Integer> {
    private static final int THREADS = 8;

    private final Session session;
    @Mixin
    private LabArgument lab;
    @Parameters(index = "1..*", arity = "0..*", paramLabel = "MACHINE",
            description = "Only these machines; `up` makes them anew. Without it: all, and the lab's workspace.")
    private Set<String> machines = new TreeSet<>();
    @Option(names = "--stop-daemons",
            description = "After the last lab, also stop the daemons that hybridlab started.")
    private boolean stopDaemons;

    DestroyCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LabFront front = new LabFront(session);
        LabLocation location = lab.location(session);
        Workspace workspace = Workspace.of(location.file());
        front.workspaces().check(workspace.folder());
        KnownLab known = front.known().find(workspace.folder()).orElseThrow(() -> LabException.invalid("lab-not-up",
                "Nothing was made of the lab %s on this host.".formatted(lab.word()),
                "`hybridlab list` shows the labs that were brought up."));
        MadeLab made = MadeLab.of(known.name(), workspace, known.provider(), session.processes(),
                front.host().facts().hardwareVirtualisation());
        Set<String> going = machines.isEmpty() ? allMachines(made) : machines;
        confirm(known, going);
        RunResult result = run(made, going);
        RunDisplay.explainFailures(session, result);
        if (result.green() && machines.isEmpty()) {
            takeOutOfKubeconfig(location, workspace);
            workspace.delete();
            front.workspaces().forget(workspace.folder());
            boolean last = front.known().forget(workspace.folder());
            daemons(front, last);
        }
        return result.exitCode().number();
    }

    /** Those that the provider knows, and those that ssh settings were written for. */
    private Set<String> allMachines(MadeLab made) {
        Set<String> all = new TreeSet<>(made.states(session.cancellation()).byName().keySet());
        all.addAll(LabInUse.of(lab, session).machines());
        return all;
    }

    private void confirm(KnownLab known, Set<String> going) {
        String what = machines.isEmpty() ? "the lab " + known.name() + " with all that is on it"
                : String.join(", ", going) + " of the lab " + known.name();
        if (session.options().yes()) {
            return;
        }
        if (!session.mayAsk()) {
            throw LabException.invalid("not-agreed", "Destroying takes a yes, and nobody can be asked here.",
                    "Add --yes if you mean it.");
        }
        if (!new Question(session).isYes("Destroy " + what + "?")) {
            throw LabException.invalid("not-agreed", "Nothing was destroyed.", "Answer yes if you mean it.");
        }
    }

    private RunResult run(MadeLab made, Set<String> going) {
        try (LabLock lock = LabLock.acquire(LabFront.runFolder(made.workspace()), Clock.systemUTC());
             RunDisplay display = RunDisplay.open(session, false)) {
            Engine engine = new Engine(LabFront.runFolder(made.workspace()), Settings.of(THREADS, Map.of()),
                    Clock.systemUTC(), display.listeners());
            return engine.run(DestroyPlanner.plan(made, going, machines.isEmpty()), lock, session.cancellation());
        }
    }

    /** What `kubeconfig --merge` put there would only lead to where nothing answers. */
    private void takeOutOfKubeconfig(LabLocation location, Workspace workspace) {
        SharedKubeconfig shared = KubeconfigCommand.shared(session);
        String context = KubeconfigCommand.context(location);
        try {
            if (Files.isRegularFile(workspace.kubeconfig()) && shared.has(context, workspace.kubeconfig())) {
                shared.remove(context);
                session.err().println("Took the context %s out of %s.".formatted(context, shared));
            }
        } catch (LabException e) {
            session.err().println("%s Whether the context %s is in it is not known.".formatted(e.what(), context));
        }
    }

    private void daemons(LabFront front, boolean last) {
        if (!last) {
            return;
        }
        if (stopDaemons) {
            front.host().daemons().stopOurs().forEach(one -> session.err().println("Stopped " + one.program() + "."));
            return;
        }
        for (Started one : new StartedDaemons(session.folders()).running()) {
            session.err().println("%s, which hybridlab started, still runs; to stop it: hybridlab setup --stop-daemons"
                    .formatted(one.program()));
        }
    }
}

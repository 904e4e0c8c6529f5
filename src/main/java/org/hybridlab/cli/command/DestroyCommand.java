package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.StartedDaemons;
import org.hybridlab.host.StartedDaemons.Started;
import org.hybridlab.service.LabRemoval;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lab.MovedLab;
import org.hybridlab.service.lab.RecordedLabs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes what {@code up} made, and only that; what is not there is removed already. */
@Command(name = "destroy", footerHeading = "%nExample:%n", footer = {
        "  hybridlab destroy first-cluster --yes", "  hybridlab destroy --all"})
public final class DestroyCommand implements Callable<CommandResult> {
    private final Session session;
    @Parameters(index = "0", arity = "0..1", paramLabel = "LAB",
            description = "As `hybridlab list` shows it: also if its file has moved. Without it: the lab.yaml here.")
    private String lab;
    @Parameters(index = "1..*", arity = "0..*", paramLabel = "MACHINE",
            description = "Only these machines; `up` makes them again. Without it: all, and the lab's workspace.")
    private Set<String> machines = new TreeSet<>();
    @Option(names = InstanceArgument.FLAG, paramLabel = "NAME", description = InstanceArgument.DESCRIPTION)
    private String instance;
    @Option(names = "--all", description = "Every lab that is on this host.")
    private boolean all;
    @Option(names = "--stop-daemons",
            description = "After the last lab, also stop the daemons that hybridlab started.")
    private boolean stopDaemons;

    public DestroyCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        if (all == (lab != null)) {
            throw LabException.invalid("lab-not-named", "Say which lab to destroy: one, or all.",
                    "hybridlab destroy LAB, or hybridlab destroy --all; `hybridlab list` shows the labs.");
        }
        LabService service = new LabService(session.context());
        boolean wereLabs = !service.known().all().isEmpty();
        List<Target> targets = all ? service.known().all().stream().map(Target::of).toList() : List.of(target(service));
        List<Target> there = targets.stream().filter(Target::isThere).toList();
        if (there.isEmpty()) {
            nothing(service);
            return CommandResult.of(DocumentKind.DESTRUCTION, new Destruction(List.of()), List.of());
        }
        confirm(there);
        ExitCode worst = ExitCode.OK;
        List<Destroyed> labs = new ArrayList<>();
        List<LabException> failures = new ArrayList<>();
        for (Target target : there) {
            LabRemoval removal = new LabRemoval(session.context(), service);
            ExitCode done = removal.remove(target.workspace(), target.location(), machines);
            worst = worst == ExitCode.OK ? done : worst;
            failures.addAll(removal.failures());
            labs.add(new Destroyed(target.known().map(KnownLab::name), target.known().flatMap(one -> one.origin()
                    .instance()), target.workspace().folder(), List.copyOf(machines), done == ExitCode.OK));
        }
        if (worst == ExitCode.OK && wereLabs && service.known().all().isEmpty()) {
            daemons(service);
        }
        return CommandResult.of(DocumentKind.DESTRUCTION, new Destruction(labs), List.of())
                .withFailures(worst, failures);
    }

    /** The shape of {@code --output json}. */
    public record Destruction(List<Destroyed> labs) {
    }

    /**
     * A lab that went.
     *
     * @param lab empty for a workspace that no lab has
     * @param machines that went; empty: all
     * @param gone whether nothing of it is left
     */
    record Destroyed(Optional<String> lab, Optional<String> instance, Path workspace, List<String> machines,
                     boolean gone) {
    }

    /**
     * A lab that goes.
     *
     * @param known its record; without one there is a workspace at most
     */
    private record Target(Workspace workspace, Optional<LabLocation> location, Optional<KnownLab> known) {
        static Target of(KnownLab lab) {
            return new Target(Workspace.in(Path.of(lab.workspace())), Optional.empty(), Optional.of(lab));
        }

        boolean isThere() {
            return known.isPresent() || workspace.exists();
        }

        /** For people. */
        String words() {
            return known.map(one -> "the lab %s%s with all that is on it".formatted(one.name(),
                    one.origin().instance().map(" (%s)"::formatted).orElse("")))
                    .orElseGet(() -> "the workspace " + workspace.folder());
        }
    }

    private Target target(LabService service) {
        Optional<String> named = InstanceArgument.checked(instance);
        RecordedLabs recorded = new RecordedLabs(service.known(), session.directory());
        try {
            LabLocation location = LabLocation.find(lab, session.labs(), session.directory()).instance(named);
            new MovedLab(session.context()).follow(location);
            Workspace workspace = session.workspace(location);
            return new Target(workspace, Optional.of(location), service.known().find(workspace.folder()));
        } catch (LabException e) {
            if (!e.id().equals("lab-not-found")) {
                throw e;
            }
            return recorded.find(lab, named).map(Target::of).orElseThrow(() -> e);
        }
    }

    private void nothing(LabService service) {
        if (all) {
            session.err().println("There is no lab on this host.");
            return;
        }
        session.err().println("Nothing of the lab %s is on this host.".formatted(lab));
        String others = new RecordedLabs(service.known(), session.directory()).called(lab)
                .map(one -> "hybridlab destroy %s%s".formatted(one.labFile().getParent(),
                        one.origin().instance().map(" --name "::concat).orElse("")))
                .collect(Collectors.joining(", or "));
        if (!others.isEmpty()) {
            session.err().println("Another one of that name is: " + others);
        }
    }

    private void confirm(List<Target> targets) {
        if (session.options().yes()) {
            return;
        }
        if (!session.mayAsk()) {
            throw LabException.invalid("not-confirmed", "Destroying takes a yes, and nobody can be asked here.",
                    "Add --yes if you mean it.");
        }
        List<String> what = new ArrayList<>();
        targets.forEach(target -> what.add(machines.isEmpty() ? target.words()
                : String.join(", ", machines) + " of the lab " + lab));
        if (!new Question(session).isYes("Destroy " + String.join(", ", what) + "?")) {
            throw LabException.invalid("not-confirmed", "Nothing was destroyed.", "Answer yes if you mean it.");
        }
    }

    private void daemons(LabService service) {
        if (stopDaemons) {
            service.host().daemons().stopOurs().forEach(one -> session.err().println("Stopped " + one.program() + "."));
            return;
        }
        for (Started one : new StartedDaemons(session.folders()).running()) {
            session.err().println("%s, which hybridlab started, still runs; to stop it: hybridlab setup --stop-daemons"
                    .formatted(one.program()));
        }
    }
}

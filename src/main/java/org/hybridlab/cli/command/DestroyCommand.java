package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.cli.command.OrphanCalls;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.StartedDaemons;
import org.hybridlab.host.StartedDaemons.Started;
import org.hybridlab.service.DestroyService;
import org.hybridlab.service.DestroyService.DestroyResult;
import org.hybridlab.service.DestroyService.Destroyed;
import org.hybridlab.service.DestroyService.Target;
import org.hybridlab.service.context.Loss;
import org.hybridlab.service.lab.HostService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "destroy", footer = {
        "  hybridlab destroy first-cluster --yes", "  hybridlab destroy --all", "  hybridlab destroy --orphans"})
public final class DestroyCommand extends SessionCommand {
    private static final DocumentKind<Destruction> DESTRUCTION = new DocumentKind<>("destruction", Destruction.class);

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
    @Option(names = "--orphans",
            description = "What `list --orphans` shows, and nothing else. Shows it and asks first.")
    private boolean orphans;
    @Option(names = "--lose-cluster", description = "Agree that the cluster is lost with the machines that you name.")
    private boolean loseCluster;
    @Option(names = "--lose-namespaces", description = "Agree that namespaces which the lab made in the cluster of "
            + "others go with what others have there.")
    private boolean loseNamespaces;
    @Option(names = "--stop-daemons",
            description = "After the last lab, also stop the daemons that hybridlab started.")
    private boolean stopDaemons;

    @Override
    public CommandResult call() {
        if (instance != null && (all || orphans)) {
            throw LabException.invalid("lab-not-named", "--name is an instance of one lab, and not of all.",
                    "hybridlab destroy LAB --name NAME, or --all without --name.");
        }
        if (orphans && !all && lab == null) {
            return new OrphanCalls(session).destroy();
        }
        if (orphans || all == (lab != null)) {
            throw LabException.invalid("lab-not-named", "Say which lab to destroy: one, or all, or orphans.",
                    "hybridlab destroy LAB, --all or --orphans; `hybridlab list` shows the labs.");
        }
        session.options().lose(Loss.CLUSTER, loseCluster);
        session.options().lose(Loss.NAMESPACES, loseNamespaces);
        DestroyService service = new DestroyService(context());
        boolean wereLabs = !hasNoLabs(service);
        List<Target> targets = all ? service.all() : List.of(service.find(lab, InstanceArgument.checked(instance)));
        List<Target> there = targets.stream().filter(Target::isThere).toList();
        if (there.isEmpty()) {
            nothing(service);
            return CommandResult.of(DESTRUCTION, new Destruction(List.of()), List.of());
        }
        confirm(there);
        DestroyResult result = service.destroy(there, machines);
        if (result.exitCode() == ExitCode.OK && wereLabs && hasNoLabs(service)) {
            daemons();
        }
        return CommandResult.of(DESTRUCTION, new Destruction(result.labs()), List.of())
                .withFailures(result.exitCode(), result.failures());
    }

    /** A lab whose record is unreadable may need the daemons. */
    private static boolean hasNoLabs(DestroyService service) {
        return LabException.known(() -> service.all().isEmpty()).orElse(false);
    }

    public record Destruction(List<Destroyed> labs) {
    }

    private static String title(Target target) {
        int snapshots = target.snapshots();
        String saved = snapshots == 0 ? "" : snapshots == 1 ? " and its snapshot"
                : " and its %d snapshots".formatted(snapshots);
        return target.known().map(one -> "%s with all that is on it%s".formatted(name(one), saved))
                .orElseGet(() -> "the workspace %s%s, and the machines that a provider still has of it".formatted(
                        target.workspace().folder(), saved));
    }

    private static String name(KnownLab lab) {
        return "the lab %s%s".formatted(lab.name(), lab.origin().instance().map(" (%s)"::formatted).orElse(""));
    }

    private void nothing(DestroyService service) {
        if (all) {
            say("There is no lab on this host.");
            return;
        }
        say("Nothing of the lab %s%s is on this host.".formatted(lab, instance == null ? ""
                : " (%s)".formatted(instance)));
        String others = service.called(lab).stream()
                .map(one -> "hybridlab destroy %s%s".formatted(ShellQuoting.quote(one.labFile().toString()),
                        one.origin().instance().map(" --name "::concat).orElse("")))
                .collect(Collectors.joining(", or "));
        if (!others.isEmpty()) {
            say("Another one of that name is: " + others);
        }
    }

    private void confirm(List<Target> targets) {
        List<String> what = new ArrayList<>();
        targets.forEach(target -> what.add(machines.isEmpty() ? title(target)
                : "%s of %s".formatted(String.join(", ", machines), target.known().map(DestroyCommand::name)
                        .orElseGet(() -> "the workspace " + target.workspace().folder()))));
        new Question(session).meant("Destroying", "Destroy " + String.join(", ", what) + "?", "Nothing was destroyed.");
    }

    private void daemons() {
        if (stopDaemons) {
            new HostService(context()).daemons().stopOurs()
                    .forEach(one -> say("Stopped " + one.program() + "."));
            return;
        }
        for (Started one : new StartedDaemons(session.folders()).running()) {
            say("%s, which hybridlab started, still runs; to stop it: hybridlab setup --stop-daemons"
                    .formatted(one.program()));
        }
    }
}

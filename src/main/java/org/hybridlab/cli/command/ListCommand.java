package org.hybridlab.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.hybridlab.cli.orphan.OrphanCalls;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.service.context.FileOnly;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The labs below labs/, and all that have machines on this host, wherever their files are. */
@Command(name = "list", footerHeading = "%nExample:%n", footer = {
        "  hybridlab list --output json", "  hybridlab list --orphans"})
public final class ListCommand implements Callable<CommandResult> {
    private static final String ROW = "%-20s %-16s %-11s %-24s %s";

    private final Session session;
    @Option(names = "--orphans",
            description = "Only what a crash or a deleted folder left on this host, and no lab has any more.")
    private boolean orphans;

    public ListCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        return orphans ? new OrphanCalls(session).list() : labs();
    }

    private CommandResult labs() {
        KnownLabs known = new KnownLabs(session.folders());
        List<LabLocation> below = LabLocation.all(session.labs());
        Set<Path> shown = new HashSet<>();
        below.forEach(lab -> shown.add(session.workspace(lab).folder()));
        List<Entry> labs =
                Stream.concat(below.stream().map(lab -> entry(lab.file().getParent().getFileName().toString(),
                lab, recorded(known, lab))), known.everywhere().stream()
                .filter(lab -> !shown.contains(RealPath.of(Path.of(lab.workspace()))))
                .map(lab -> entry(lab.name(), new LabLocation(lab.labFile(), lab.origin().instance()),
                        Optional.of(lab)))).toList();
        return CommandResult.of(DocumentKind.LAB_LIST, new Labs(labs), lines(labs));
    }

    private List<String> lines(List<Entry> labs) {
        return labs.isEmpty() ? List.of("There are no labs. Write one: hybridlab init first")
                : Stream.concat(Stream.of(ROW.formatted("LAB", "MACHINES", "KUBERNETES", "ON THIS HOST", "FILE")),
                        labs.stream().map(this::line)).toList();
    }

    private Optional<KnownLab> recorded(KnownLabs known, LabLocation location) {
        Path workspace = session.workspace(location).folder();
        return known.everywhere().stream().filter(lab -> RealPath.of(Path.of(lab.workspace())).equals(workspace))
                .findFirst();
    }

    private static Entry entry(String name, LabLocation location, Optional<KnownLab> here) {
        boolean there = Files.isRegularFile(location.file());
        Optional<Lab> lab = there ? LabFile.read(location.file(), new FileOnly(Optional.empty(),
                here.filter(KnownLab::simulatesWindows).isPresent()), HostView.unknown()).lab() : Optional.empty();
        return new Entry(name, location.instance(), lab.isPresent(), lab.map(one -> one.machines().size()),
                lab.map(one -> one.simulatedMachines().size()).orElse(0),
                lab.map(one -> one.kubernetes().toString()), here.map(one -> one.provider().id()),
                here.map(KnownLab::network), here.filter(one -> !one.onThisHost())
                        .map(one -> one.origin().host().name()), location.file(), there);
    }

    private String line(Entry entry) {
        Path file = entry.file().startsWith(session.directory())
                ? session.directory().relativize(entry.file()) : entry.file();
        return ROW.formatted(entry.name() + entry.instance().map(" --name "::concat).orElse(""),
                entry.counted(), entry.kubernetes().orElse(entry.fileExists() ? "has errors" : "-"),
                entry.provider().map(name -> name + " " + entry.network().orElse("")).orElse("-"),
                file + (entry.fileExists() ? "" : " (gone)")
                        + entry.otherHost().map(" (on the host %s)"::formatted).orElse(""));
    }

    /** The shape of {@code --output json}. */
    public record Labs(List<Entry> labs) {
    }

    /**
     * One of them.
     *
     * @param instance of several of one lab
     * @param valid false if its file has errors, which leave machines and Kubernetes unknown
     * @param simulated how many of its machines are simulated on this host
     * @param provider where it has, or may have, machines on this host; empty if it has none
     * @param network of those machines
     * @param otherHost the host that has them, if it is not this one: home folders may be shared
     * @param file where its lab file is, or was when it came up last
     * @param fileExists whether it is still there
     */
    record Entry(String name, Optional<String> instance, boolean valid, Optional<Integer> machines, int simulated,
                 Optional<String> kubernetes, Optional<String> provider, Optional<String> network,
                 Optional<String> otherHost, Path file, boolean fileExists) {
        /** For example "7 (3 simulated)". */
        String counted() {
            String all = machines.map(Object::toString).orElse("-");
            return simulated == 0 ? all : "%s (%d simulated)".formatted(all, simulated);
        }
    }
}

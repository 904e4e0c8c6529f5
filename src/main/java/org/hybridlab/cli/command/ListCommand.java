package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.cli.command.OrphanCalls;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.service.lab.LabListing;
import org.hybridlab.service.lab.LabListing.ListedLab;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The labs below labs/, and all that have machines on this host, wherever their files are. */
@Command(name = "list", footer = {
        "  hybridlab list --output json", "  hybridlab list --orphans"})
public final class ListCommand extends SessionCommand {
    private static final String ROW = "%-20s %-16s %-11s %-24s %s";

    @Option(names = "--orphans",
            description = "Only what a crash or a deleted folder left on this host, and no lab has any more.")
    private boolean orphans;

    @Override
    public CommandResult call() {
        return orphans ? new OrphanCalls(session).list() : labs();
    }

    private CommandResult labs() {
        List<ListedLab> labs = new LabListing(context()).labs();
        return CommandResult.of(DocumentKind.LAB_LIST, new Labs(labs), lines(labs));
    }

    private List<String> lines(List<ListedLab> labs) {
        return labs.isEmpty() ? List.of("There are no labs. Write one: hybridlab init first")
                : Stream.concat(Stream.of(ROW.formatted("LAB", "MACHINES", "KUBERNETES", "ON THIS HOST", "FILE")),
                        labs.stream().map(this::line)).toList();
    }

    private String line(ListedLab lab) {
        Path file = lab.file().startsWith(session.directory())
                ? session.directory().relativize(lab.file()) : lab.file();
        return ROW.formatted(lab.name() + lab.instance().map(" --name "::concat).orElse(""),
                counted(lab), lab.kubernetes().orElse(lab.fileExists() ? "has errors" : "-"),
                lab.provider().map(name -> name + " " + lab.network().orElse("")).orElse("-"),
                file + (lab.fileExists() ? "" : " (gone)")
                        + lab.otherHost().map(" (on the host %s)"::formatted).orElse(""));
    }

    /** For example "7 (3 simulated)". */
    private static String counted(ListedLab lab) {
        String all = lab.machines().map(Object::toString).orElse("-");
        return lab.simulated() == 0 ? all : "%s (%d simulated)".formatted(all, lab.simulated());
    }

    /** The shape of {@code --output json}. */
    public record Labs(List<ListedLab> labs) {
    }
}

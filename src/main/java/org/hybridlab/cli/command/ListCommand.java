package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.List;

import org.hybridlab.cli.command.OrphanCalls;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.cli.support.Table;
import org.hybridlab.service.lab.LabListing;
import org.hybridlab.service.lab.LabListing.ListedLab;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "list", footer = {
        "  hybridlab list --output json", "  hybridlab list --orphans"})
public final class ListCommand extends SessionCommand {
    private static final DocumentKind<Labs> LAB_LIST = new DocumentKind<>("lab-list", Labs.class);

    @Option(names = "--orphans",
            description = "Only what a crash or a deleted folder left on this host, and no lab has any more.")
    private boolean orphans;

    @Override
    public CommandResult call() {
        return orphans ? new OrphanCalls(session).list() : labs();
    }

    private CommandResult labs() {
        List<ListedLab> labs = new LabListing(context()).labs();
        return CommandResult.of(LAB_LIST, new Labs(labs), lines(labs));
    }

    private List<String> lines(List<ListedLab> labs) {
        if (labs.isEmpty()) {
            return List.of("There are no labs. Write one: hybridlab init first");
        }
        Table table = new Table("LAB", "MACHINES", "KUBERNETES", "ON THIS HOST", "FILE");
        labs.forEach(lab -> table.add(lab.name() + lab.instance().map(" --name "::concat).orElse(""), counted(lab),
                lab.kubernetes().orElse(lab.fileExists() ? "has errors" : "-"),
                lab.provider().map(name -> name + " " + lab.network().orElse("")).orElse("-"), place(lab)));
        return table.lines();
    }

    private String place(ListedLab lab) {
        Path file = lab.file().startsWith(session.directory())
                ? session.directory().relativize(lab.file()) : lab.file();
        return file + (lab.fileExists() ? "" : " (gone)")
                + lab.otherHost().map(" (on the host %s)"::formatted).orElse("");
    }

    /** Such as "7 (3 simulated)". */
    private static String counted(ListedLab lab) {
        String all = lab.machines().map(Object::toString).orElse("-");
        return lab.simulated() == 0 ? all : "%s (%d simulated)".formatted(all, lab.simulated());
    }

    public record Labs(List<ListedLab> labs) {
    }
}

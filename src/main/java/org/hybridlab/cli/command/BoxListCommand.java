package org.hybridlab.cli.command;

import java.util.List;

import org.hybridlab.artifact.box.BuiltBox;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.cli.support.Table;
import org.hybridlab.service.lab.HostService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "list", description = "Show the boxes that hybridlab built or packaged on this host.",
        footer = "  hybridlab box list --output json")
public final class BoxListCommand extends SessionCommand {
    @Mixin
    private BoxProvider provider;

    @Override
    public CommandResult call() {
        HostService host = new HostService(context());
        List<BuiltBox> built = host.boxes().list(provider.orOf(host), session.cancellation());
        Table table = new Table("PROVIDER", "BOX", "KUBERNETES", "SIZE", "USED BY `up`");
        built.forEach(box -> table.add(box.provider().id(), box.name(), box.kubernetes(), box.megabytes() + " MB",
                use(box)));
        return CommandResult.of(DocumentKind.BOX_LIST, new BoxesHere(built), table.lines());
    }

    public record BoxesHere(List<BuiltBox> boxes) {
    }

    private static String use(BuiltBox box) {
        return box.packagedFrom().map(machine -> "if a lab names it; it was " + machine)
                .orElse(box.current() ? "yes" : "no, it is older");
    }
}

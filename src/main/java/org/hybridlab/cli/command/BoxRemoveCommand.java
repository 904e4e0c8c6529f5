package org.hybridlab.cli.command;

import java.util.List;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.box.BuiltBox;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.Removal;
import org.hybridlab.cli.support.ResultRenderer;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.lab.HostService;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes boxes that hybridlab made, and no other. */
@Command(name = "remove", description = "Remove boxes that hybridlab built or packaged on this host.",
        footer = "  hybridlab box remove --old")
public final class BoxRemoveCommand extends SessionCommand {
    @Mixin
    private BoxProvider provider;
    @ArgGroup(multiplicity = "1")
    private Which which;

    static final class Which {
        @Parameters(paramLabel = "BOX", description = "Names as `hybridlab box list` shows them.")
        private List<String> names = List.of();

        @Option(names = "--old", description = "All built ones that `hybridlab up` would not use any more.")
        private boolean old;

        @Option(names = "--all", description = "All of them, packaged ones too; asks first.")
        private boolean all;

        boolean takes(BuiltBox box) {
            return all || old && !box.current() || names.contains(box.name());
        }
    }

    @Override
    public CommandResult call() {
        HostService host = new HostService(context());
        Boxes boxes = host.boxes();
        List<BuiltBox> built = boxes.list(provider.orOf(host), session.cancellation());
        which.names.stream().filter(name -> built.stream().noneMatch(box -> box.name().equals(name))).findFirst()
                .ifPresent(name -> {
                    throw LabException.invalid("box-unknown", "hybridlab made no box " + name + " on this host.",
                            "Take a name that `hybridlab box list` shows.");
                });
        List<BuiltBox> going = built.stream().filter(which::takes).toList();
        if (which.all && !going.isEmpty()) {
            // A packaged box took hours to make.
            new Question(session).removal(going.stream().map(box -> "  %s%s".formatted(box.name(), box.packagedFrom()
                    .map(" (packaged from %s)"::formatted).orElse(""))).toList(), going.size() + " boxes", "box list");
        }
        return remove(boxes, going);
    }

    /** Skips a box that a lab uses. */
    private CommandResult remove(Boxes boxes, List<BuiltBox> going) {
        ResultRenderer results = new ResultRenderer(session);
        Removal<BuiltBox> removal = Removal.of(going, session, box -> {
            boxes.remove(box, new Fetching(this::say, session.cancellation()));
            results.text(List.of("removed: " + box.name()));
        });
        return removal.told(CommandResult.of(DocumentKind.BOX_REMOVAL, new RemovedBoxes(removal.removed().stream()
                .map(BuiltBox::name).toList()), List.of()));
    }

    public record RemovedBoxes(List<String> removed) {
    }
}

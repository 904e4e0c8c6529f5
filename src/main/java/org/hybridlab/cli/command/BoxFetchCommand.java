package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabArgument;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.service.box.BoxFetchService;
import org.hybridlab.service.box.BoxFetchService.BoxRequest;
import org.hybridlab.service.box.BoxFetchService.FetchedBox;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "fetch", description = "Get a published box before a lab needs it, and as a file for other hosts.",
        footer = {
            "  hybridlab box fetch --build 2022 --to /srv/boxes",
            "  hybridlab box fetch --os windows --from /srv/boxes"})
public final class BoxFetchCommand extends SessionCommand {
    @Spec
    private CommandSpec spec;
    @ArgGroup
    private Which which = new Which();
    @Option(names = "--os", paramLabel = "OS", description = "Boxes of linux or windows machines only. "
            + "Without LAB: the box that such machines get.")
    private Os os;
    @Option(names = "--provider", paramLabel = "NAME",
            description = "That the box is for. Without it: what `hybridlab up` would take.")
    private ProviderName provider;
    @Option(names = "--to", paramLabel = "FOLDER",
            description = "Also make a box file there, with what to write in a lab file.")
    private Path to;
    @Option(names = "--from", paramLabel = "PLACE", description = "A folder that --to filled, or a box file: "
            + "its path or URL. Vagrant's registry is not asked.")
    private String from;
    @Option(names = "--sha256", paramLabel = "SUM", description = "Of a box file at --from. "
            + "May be repeated; nothing else is taken then.")
    private List<String> sums = List.of();

    static final class Which {
        @Parameters(paramLabel = "LAB", hideParamSyntax = true, arity = "0..1",
                description = "The boxes of this lab's machines: a name below labs/, a folder, or a lab file.")
        private String lab;
        @Option(names = "--build", paramLabel = "BUILD",
                description = "The box for Windows machines of that build, for example 2022.")
        private String build;
        @Option(names = "--box", paramLabel = "BOX", description = "A box by its name.")
        private String box;
    }

    public record FetchedBoxes(List<FetchedBox> boxes) {
    }

    @Override
    public CommandResult call() {
        if (which.lab == null && which.build == null && which.box == null && os == null) {
            throw new ParameterException(spec.commandLine(), "Give a lab, --os, --build or --box.");
        }
        if (!sums.isEmpty() && from == null) {
            throw new ParameterException(spec.commandLine(), "--sha256 belongs to --from.");
        }
        if (which.build != null && os == Os.LINUX) {
            throw new ParameterException(spec.commandLine(), "--build is for Windows machines, not --os linux.");
        }
        List<FetchedBox> boxes = fetch(new BoxRequest(Optional.ofNullable(provider), Optional.ofNullable(os),
                Optional.ofNullable(to).map(session.directory()::resolve), Optional.ofNullable(from), sums));
        if (to != null && !boxes.isEmpty()) {
            say("On other hosts: `hybridlab box fetch --box %s --from FOLDER-OR-URL`, or write the file's path or URL "
                    .formatted(boxes.get(0).name()) + "into the lab file; the sum stays.");
        }
        return CommandResult.of(DocumentKind.BOX_FETCH, new FetchedBoxes(boxes),
                boxes.stream().map(BoxFetchCommand::line).toList());
    }

    private List<FetchedBox> fetch(BoxRequest request) {
        BoxFetchService service = new BoxFetchService(context());
        return which.lab != null ? service.ofLab(LabArgument.of(which.lab).named(session), request)
                : which.box != null ? service.named(which.box, request)
                : service.usual(Optional.ofNullable(which.build), request);
    }

    private static String line(FetchedBox box) {
        return box.file().map(file -> "box: {name: %s, url: \"%s\", sha256: %s}".formatted(box.name(), file,
                box.sha256().orElseThrow())).orElseGet(() -> "box: " + (box.version().equals("0") ? box.name()
                : "{name: %s, version: %s}".formatted(box.name(), box.version())));
    }
}

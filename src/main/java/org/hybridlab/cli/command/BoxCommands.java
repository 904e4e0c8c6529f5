package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.box.BuiltBox;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.cli.support.BundleSelection;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabArgument;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.Removal;
import org.hybridlab.cli.support.ResultRenderer;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.cli.support.Table;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.service.box.BoxFetchService;
import org.hybridlab.service.box.BoxFetchService.BoxRequest;
import org.hybridlab.service.box.BoxFetchService.FetchedBox;
import org.hybridlab.service.box.BoxPackageService;
import org.hybridlab.service.box.BoxPackageService.PackagedBox;
import org.hybridlab.service.context.ServiceResult;
import org.hybridlab.service.lab.HostService;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands of {@code hybridlab box}. */
public final class BoxCommands {
    private BoxCommands() {
    }

    public static CommandGroup group() {
        return new CommandGroup("hybridlab box build --provider docker", new BoxBuildCommand(),
                new BoxPackageCommand(), new BoxFetchCommand(), new BoxListCommand(), new BoxRemoveCommand());
    }

    @Command(name = "build", description = "Build the Linux box from Debian packages and the bundle, images unpacked.",
            footer = "  hybridlab box build --kubernetes 1.36.3 --provider docker")
    public static final class BoxBuildCommand extends SessionCommand {
        private static final DocumentKind<Answer> BOX = new DocumentKind<>("box", Answer.class);

        @Mixin
        private BoxProvider provider;

        @Option(names = "--kubernetes", paramLabel = "VERSION",
                description = "For example 1.36.3. Without it: the newest that `hybridlab bundle list` shows.")
        private String kubernetes;

        @Option(names = "--stock", description = "Without any Kubernetes: a machine with systemd and sshd only.")
        private boolean stock;

        public record Answer(ProviderName provider, String name) {
        }

        @Override
        public CommandResult call() {
            HostService host = new HostService(context());
            ProviderName chosen = provider.orOf(host);
            String name = host.buildBox(chosen, BundleSelection.kubernetes(kubernetes, context().bundles()), stock);
            return CommandResult.of(BOX, new Answer(chosen, name), name);
        }
    }

    @Command(name = "package",
            description = "Make a box of a prepared Windows machine: later labs skip features and reboot.",
            footer = "  hybridlab box package first-hybrid win --name win-2022")
    public static final class BoxPackageCommand extends SessionCommand {
        private static final DocumentKind<BoxPackageService.PackagedBox> BOX_PACKAGE =
                new DocumentKind<>("box-package", BoxPackageService.PackagedBox.class);

        @Mixin
        private LabArgument lab;
        @Parameters(index = "1", paramLabel = "MACHINE", description = "A Windows machine of a lab that is up.")
        private String machine;
        @Option(names = "--name", paramLabel = "NAME",
                description = "Lab files will call it hybridlab/NAME. Without it: the lab's name and the machine's.")
        private String name;

        @Override
        public CommandResult call() {
            ServiceResult<PackagedBox> result = new BoxPackageService(context()).of(lab.named(session), machine,
                    Optional.ofNullable(name), this::confirm);
            result.done().ifPresent(box -> {
                say("In a lab file: - {name: %s, os: windows, build: %d, box: %s}".formatted(machine, box.build(),
                        box.name()));
                say("%s is off, and no node of %s: `hybridlab up %s` brings it back.".formatted(machine, lab.word(),
                        lab.word()));
            });
            return CommandResult.of(BOX_PACKAGE, result, PackagedBox::name);
        }

        private void confirm(String box) {
            new Question(session).meant(
                    "Packaging takes %s out of its cluster and switches it off, which".formatted(machine),
                    "Take %s out of the cluster of %s, switch it off, and make the box %s of it?".formatted(machine,
                            lab.word(), box), "Nothing was changed.");
        }
    }

    @Command(name = "fetch", description = "Get a published box before a lab needs it, and as a file for other hosts.",
            footer = {
                "  hybridlab box fetch --build 2022 --to /srv/boxes",
                "  hybridlab box fetch --os windows --from /srv/boxes"})
    public static final class BoxFetchCommand extends SessionCommand {
        private static final DocumentKind<FetchedBoxes> BOX_FETCH = new DocumentKind<>("box-fetch", FetchedBoxes.class);

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
                say("On other hosts: `hybridlab box fetch --box %s --from FOLDER-OR-URL`, or write the file's "
                        .formatted(boxes.get(0).name()) + "path or URL into the lab file; the sum stays.");
            }
            return CommandResult.of(BOX_FETCH, new FetchedBoxes(boxes),
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

    @Command(name = "list", description = "Show the boxes that hybridlab built or packaged on this host.",
            footer = "  hybridlab box list --output json")
    public static final class BoxListCommand extends SessionCommand {
        private static final DocumentKind<BoxesHere> BOX_LIST = new DocumentKind<>("box-list", BoxesHere.class);

        @Mixin
        private BoxProvider provider;

        @Override
        public CommandResult call() {
            HostService host = new HostService(context());
            List<BuiltBox> built = host.boxes().list(provider.orOf(host), session.cancellation());
            Table table = new Table("PROVIDER", "BOX", "KUBERNETES", "SIZE", "USED BY `up`");
            built.forEach(box -> table.add(box.provider().id(), box.name(), box.kubernetes(), box.megabytes() + " MB",
                    use(box)));
            return CommandResult.of(BOX_LIST, new BoxesHere(built), table.lines());
        }

        public record BoxesHere(List<BuiltBox> boxes) {
        }

        private static String use(BuiltBox box) {
            return box.packagedFrom().map(machine -> "if a lab names it; it was " + machine)
                    .orElse(box.current() ? "yes" : "no, it is older");
        }
    }

    /** Removes boxes that hybridlab made, and no other. */
    @Command(name = "remove", description = "Remove boxes that hybridlab built or packaged on this host.",
            footer = "  hybridlab box remove --old")
    public static final class BoxRemoveCommand extends SessionCommand {
        private static final DocumentKind<RemovedBoxes> BOX_REMOVAL =
                new DocumentKind<>("box-removal", RemovedBoxes.class);

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
                new Question(session).removal(going.stream().map(box -> "  %s%s".formatted(box.name(),
                        box.packagedFrom()
                        .map(" (packaged from %s)"::formatted).orElse(""))).toList(),
                        going.size() + " boxes", "box list");
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
            return removal.told(CommandResult.of(BOX_REMOVAL, new RemovedBoxes(removal.removed().stream()
                    .map(BuiltBox::name).toList()), List.of()));
        }

        public record RemovedBoxes(List<String> removed) {
        }
    }

    static final class BoxProvider {
        @Option(names = "--provider", paramLabel = "NAME",
                description =
                "Boxes are built for docker and libvirt. Without it: what `hybridlab up` would take on this host.")
        private ProviderName provider;

        ProviderName orOf(HostService host) {
            return Optional.ofNullable(provider).orElseGet(() -> host.choice().provider());
        }
    }
}

package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.artifact.box.BoxFile;
import org.hybridlab.artifact.box.ExportedBoxes;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabArgument;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.host.Software;
import org.hybridlab.provider.vagrant.CommandLineVagrant;
import org.hybridlab.provider.vagrant.ProxyEnvironment;
import org.hybridlab.provider.vagrant.VagrantHome;
import org.hybridlab.provision.box.BoxFetch;
import org.hybridlab.provision.box.MachineBox;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.up.OpenOptions;
import org.hybridlab.service.context.TaskListener;
import org.hybridlab.service.lab.HostService;
import org.hybridlab.service.lab.LabService;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gets boxes before labs need them, and makes files of them for other hosts. */
@Command(name = "fetch", description = "Get a published box before a lab needs it, and as a file for other hosts.",
        footer = {
            "  hybridlab box fetch --build 2022 --to /srv/boxes",
            "  hybridlab box fetch --os windows --from /srv/boxes"})
public final class BoxFetchCommand extends SessionCommand {
    private static final String USUAL_BUILD = "2022";

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

    /** One of them. */
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

    /**
     * The answer for programs.
     *
     * @param version that Vagrant has; {@code 0}: the box came from a file
     */
    public record Answer(ProviderName provider, String name, String version, Optional<Path> file,
            Optional<String> sha256) {
    }

    /** The shape of {@code --output json}. */
    public record FetchedBoxes(List<Answer> boxes) {
    }

    /** What is to be got, for whom, and by which way. */
    private record Order(ProviderName provider, List<BoxChoice> boxes, Optional<String> mirror,
                         Map<String, String> proxies) {
    }

    @Override
    public CommandResult call() {
        if (which.lab == null && which.build == null && which.box == null && os == null) {
            throw new ParameterException(spec.commandLine(), "Give a lab, --os, --build or --box.");
        }
        if (!sums.isEmpty() && from == null) {
            throw new ParameterException(spec.commandLine(), "--sha256 belongs to --from.");
        }
        Optional.ofNullable(to).map(session.directory()::resolve).ifPresent(BoxFile::mustBePossible);
        Order order = Optional.ofNullable(which.lab).map(this::ofLab).orElseGet(this::byName);
        new HostService(context()).install(Set.of(Software.VAGRANT));
        List<Answer> answers = new ArrayList<>();
        for (BoxChoice box : order.boxes()) {
            if (box.sha256().isPresent() && from == null) {
                say("%s: left to `hybridlab up`, which compares its sum.".formatted(box.name()));
            } else {
                answers.add(get(order, box));
            }
        }
        if (to != null && !answers.isEmpty()) {
            say("On other hosts: `hybridlab box fetch --box %s --from FOLDER-OR-URL`, or write the "
                    .formatted(answers.get(0).name()) + "file's path or URL into the lab file; the sum stays.");
        }
        return CommandResult.of(DocumentKind.BOX_FETCH, new FetchedBoxes(answers),
                answers.stream().map(this::line).toList());
    }

    private Order ofLab(String word) {
        LabService service = new LabService(context());
        OpenLab open = service.open(LabArgument.of(word).named(session),
                new OpenOptions(Optional.ofNullable(provider), false));
        needBoxFiles(open.choice().provider());
        service.needTrust(open);
        LabContext labContext = service.labContext(open);
        return new Order(open.choice().provider(), labContext.lab().madeMachines().stream()
                .filter(machine -> os == null || machine.os() == os)
                .map(machine -> MachineBox.of(labContext, machine)).distinct().toList(),
                open.lab().outside().boxMirror(), ProxyEnvironment.of(open.lab()));
    }

    private static void needBoxFiles(ProviderName provider) {
        if (provider.traits().boxesAreImages()) {
            throw LabException.invalid("box-provider-unfit",
                    "On %s a box is an image, which no box file can hold.".formatted(provider.id()),
                    "Give --provider %s.".formatted(ProviderName.idsOf(traits -> !traits.boxesAreImages())));
        }
    }

    private Order byName() {
        ProviderName chosen = Optional.ofNullable(provider).orElseGet(() -> new HostService(context()).choice()
                .provider());
        needBoxFiles(chosen);
        BoxChoice box = which.box != null ? KnownBoxes.installed().named(which.box)
                .map(BoxChoice::of).orElseGet(() -> BoxChoice.named(which.box))
                : which.build == null && os == Os.LINUX ? linux(chosen) : ofBuild(chosen);
        return new Order(chosen, List.of(box), Optional.empty(), Map.of());
    }

    private BoxChoice linux(ProviderName chosen) {
        if (new HostService(context()).boxes().makesFor(chosen)) {
            throw LabException.invalid("box-unknown",
                    "On %s hybridlab builds the box of Linux machines itself.".formatted(chosen.id()),
                    "Name a lab that uses it, for example: `hybridlab box fetch first-cluster --os linux`.");
        }
        return BoxChoice.of(KnownBoxes.installed().stock());
    }

    private BoxChoice ofBuild(ProviderName chosen) {
        if (os == Os.LINUX) {
            throw new ParameterException(spec.commandLine(), "--build is for Windows machines, not --os linux.");
        }
        String wanted = Optional.ofNullable(which.build).orElse(USUAL_BUILD);
        return WindowsBuild.of(wanted).flatMap(build -> KnownBoxes.installed().of(build, chosen))
                .map(BoxChoice::of).orElseThrow(() -> LabException.invalid("box-unknown",
                        "No box of Windows build %s for %s is known.".formatted(wanted, chosen.traits().title()),
                        "Take --build 2019, 2022 or 2025 with VirtualBox, Hyper-V or libvirt, or name one: --box."));
    }

    private Answer get(Order order, BoxChoice wanted) {
        Path home = VagrantHome.of(session.environment(), session.userHome());
        Path cache = session.folders().cache();
        BoxChoice box = from == null ? wanted : new BoxOrigin(from, sums, session.environment()).of(wanted,
                order.provider(), session.directory(), cache.resolve("box-catalogues"));
        Map<String, String> environment = new HashMap<>(order.proxies());
        environment.put("VAGRANT_HOME", home.toString());
        BoxFetch fetch = new BoxFetch(new CommandLineVagrant(session.processes(), cache, environment),
                order.provider(), order.mirror(), home, cache, box);
        say("%s: %s.".formatted(box.title(), fetch.folder().isThere() ? "on this host already"
                : size(box)));
        try (TaskListener task = context().listener().task()) {
            Fetching fetching = context().fetching(task);
            if (!box.name().startsWith(LocalBox.PREFIX) || box.url().isPresent()) {
                fetch.run(fetching);
            }
            String version = fetch.folder().version().orElseThrow(() -> LabException.invalid("box-unknown",
                    "This host does not have the box %s.".formatted(box.title()),
                    "hybridlab makes it: `hybridlab up`, or `hybridlab box build`."));
            Optional<BoxFile> file = Optional.ofNullable(to).map(folder -> BoxFile.in(
                    session.directory().resolve(folder), box.name(), version, order.provider(), home,
                    session.processes(), fetching));
            file.ifPresent(created -> ExportedBoxes.note(created.path().getParent(),
                    new ExportedBoxes.ExportedBox(box.name(),
                    version, order.provider().id(), created.path().getFileName().toString(), created.sha256())));
            return new Answer(order.provider(), box.name(), version, file.map(BoxFile::path),
                    file.map(BoxFile::sha256));
        }
    }

    private static String size(BoxChoice box) {
        return KnownBoxes.installed().named(box.name()).filter(known -> box.url().isEmpty())
                .map(KnownBox::downloadGigabytes).filter(size -> size.isPresent())
                .map(size -> "about %.1f GB to download".formatted(size.getAsDouble()))
                .orElse("to download, of unknown size");
    }

    private String line(Answer answer) {
        return answer.file().map(file -> "box: {name: %s, url: \"%s\", sha256: %s}".formatted(answer.name(), file,
                answer.sha256().orElseThrow())).orElseGet(() -> "box: " + (answer.version().equals("0") ? answer.name()
                : "{name: %s, version: %s}".formatted(answer.name(), answer.version())));
    }
}

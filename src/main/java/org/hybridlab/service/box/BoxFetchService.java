package org.hybridlab.service.box;

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
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.host.Software;
import org.hybridlab.provider.vagrant.ProxyEnvironment;
import org.hybridlab.provider.vagrant.Vagrant;
import org.hybridlab.provider.vagrant.VagrantHome;
import org.hybridlab.provision.box.BoxFetch;
import org.hybridlab.provision.box.MachineBox;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.TaskListener;
import org.hybridlab.service.lab.HostService;
import org.hybridlab.service.lab.LabService;

public record BoxFetchService(ServiceContext context) {
    private static final String USUAL_BUILD = "2022";

    /**
     * @param provider empty: the one {@code up} would take
     * @param os empty: any
     * @param to folder for box files; empty: none are written
     * @param from a folder of box files, or a box file, by path or URL; empty: Vagrant's registry
     * @param sums that a box file at {@code from} may have; empty: any
     */
    public record BoxRequest(Optional<ProviderName> provider, Optional<Os> os, Optional<Path> to,
                             Optional<String> from, List<String> sums) {
    }

    /** @param version {@code 0}: the box came from a file */
    public record FetchedBox(ProviderName provider, String name, String version, Optional<Path> file,
                             Optional<String> sha256) {
    }

    private record Order(ProviderName provider, List<BoxChoice> boxes, Optional<String> mirror,
                         Map<String, String> proxies) {
    }

    public List<FetchedBox> ofLab(NamedLab lab, BoxRequest request) {
        mustWrite(request);
        LabService service = new LabService(context);
        OpenLab open = service.open(lab, new OpenOptions(request.provider(), false));
        needBoxFiles(open.choice().provider());
        service.needTrust(open);
        LabContext labContext = service.labContext(open);
        return get(request, new Order(open.choice().provider(), labContext.lab().madeMachines().stream()
                .filter(machine -> request.os().isEmpty() || machine.os() == request.os().get())
                .map(machine -> MachineBox.of(labContext, machine)).distinct().toList(),
                open.lab().outside().boxMirror(), ProxyEnvironment.of(open.lab())));
    }

    public List<FetchedBox> named(String box, BoxRequest request) {
        return get(request, order(chosen(request), KnownBoxes.installed().named(box).map(BoxChoice::of)
                .orElseGet(() -> BoxChoice.named(box))));
    }

    /** @param build of Windows; empty: the usual one */
    public List<FetchedBox> usual(Optional<String> build, BoxRequest request) {
        ProviderName chosen = chosen(request);
        return get(request, order(chosen, build.isEmpty() && request.os().filter(Os.LINUX::equals).isPresent()
                ? linux(chosen) : windows(build.orElse(USUAL_BUILD), chosen)));
    }

    private ProviderName chosen(BoxRequest request) {
        mustWrite(request);
        ProviderName chosen = request.provider().orElseGet(() -> new HostService(context).choice().provider());
        needBoxFiles(chosen);
        return chosen;
    }

    private static Order order(ProviderName chosen, BoxChoice box) {
        return new Order(chosen, List.of(box), Optional.empty(), Map.of());
    }

    private static void mustWrite(BoxRequest request) {
        request.to().ifPresent(BoxFile::mustBePossible);
    }

    private static void needBoxFiles(ProviderName provider) {
        if (provider.traits().boxesAreImages()) {
            throw LabException.invalid("box-provider-unfit",
                    "On %s a box is an image, which no box file can hold.".formatted(provider.id()),
                    "Give --provider %s.".formatted(ProviderName.idsOf(traits -> !traits.boxesAreImages())));
        }
    }

    private BoxChoice linux(ProviderName chosen) {
        if (new HostService(context).boxes().makesFor(chosen)) {
            throw LabException.invalid("box-unknown",
                    "On %s hybridlab builds the box of Linux machines itself.".formatted(chosen.id()),
                    "Name a lab that uses it, for example: `hybridlab box fetch first-cluster --os linux`.");
        }
        return BoxChoice.of(KnownBoxes.installed().stock());
    }

    private static BoxChoice windows(String wanted, ProviderName chosen) {
        return WindowsBuild.of(wanted).flatMap(build -> KnownBoxes.installed().of(build, chosen))
                .map(BoxChoice::of).orElseThrow(() -> LabException.invalid("box-unknown",
                        "No box of Windows build %s for %s is known.".formatted(wanted, chosen.traits().title()),
                        "Take --build 2019, 2022 or 2025 with VirtualBox, Hyper-V or libvirt, or name one: --box."));
    }

    private List<FetchedBox> get(BoxRequest request, Order order) {
        new HostService(context).install(Set.of(Software.VAGRANT));
        List<FetchedBox> fetched = new ArrayList<>();
        for (BoxChoice box : order.boxes()) {
            if (box.sha256().isPresent() && request.from().isEmpty()) {
                context.listener().message("%s: left to `hybridlab up`, which compares its sum.".formatted(box.name()));
            } else {
                fetched.add(get(request, order, box));
            }
        }
        return fetched;
    }

    private FetchedBox get(BoxRequest request, Order order, BoxChoice wanted) {
        Path home = VagrantHome.of(context.environment(), context.userHome());
        Path cache = context.folders().cache();
        BoxChoice box = request.from().map(from -> new BoxOrigin(from, request.sums(), context.environment()).of(wanted,
                order.provider(), context.directory(), cache.resolve("box-catalogues"))).orElse(wanted);
        Map<String, String> environment = new HashMap<>(order.proxies());
        environment.put("VAGRANT_HOME", home.toString());
        BoxFetch fetch = new BoxFetch(new Vagrant(context.processes(), cache, environment),
                order.provider(), order.mirror(), home, cache, box);
        context.listener().message("%s: %s.".formatted(box.title(), fetch.folder().isThere() ? "on this host already"
                : size(box)));
        try (TaskListener task = context.listener().task()) {
            Fetching fetching = context.fetching(task);
            if (!box.name().startsWith(LocalBox.PREFIX) || box.url().isPresent()) {
                fetch.run(fetching);
            }
            String version = fetch.folder().version().orElseThrow(() -> LabException.invalid("box-unknown",
                    "This host does not have the box %s.".formatted(box.title()),
                    "hybridlab makes it: `hybridlab up`, or `hybridlab box build`."));
            Optional<BoxFile> file = request.to().map(folder -> BoxFile.in(folder, box.name(), version,
                    order.provider(), home, context.processes(), fetching));
            file.ifPresent(created -> ExportedBoxes.note(created.path().getParent(),
                    new ExportedBoxes.ExportedBox(box.name(), version, order.provider().id(),
                            created.path().getFileName().toString(), created.sha256())));
            return new FetchedBox(order.provider(), box.name(), version, file.map(BoxFile::path),
                    file.map(BoxFile::sha256));
        }
    }

    private static String size(BoxChoice box) {
        return KnownBoxes.installed().named(box.name()).filter(known -> box.url().isEmpty())
                .map(KnownBox::downloadGigabytes).filter(size -> size.isPresent())
                .map(size -> "about %.1f GB to download".formatted(size.getAsDouble()))
                .orElse("to download, of unknown size");
    }
}

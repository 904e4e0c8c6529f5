package org.hybridlab.service.lab;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.common.workspace.WorkspacePlace;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.file.reader.ManifestTemplates;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.Bundled;
import org.hybridlab.config.rules.machine.WindowsBuildRules;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.EventListener;
import org.hybridlab.engine.Settings;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.LoadedImages;
import org.hybridlab.host.LoadedImages.LoadedImage;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.provision.change.Refusals;
import org.hybridlab.provision.change.Refusals.LooksAt;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.source.AppRenderer;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.up.LabContextFactory;
import org.hybridlab.provision.up.LabOpener;
import org.hybridlab.service.context.EnvironmentVariables;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;

/** Opens labs on this host, for calls that need more than the workspace. */
public final class LabService {
    private final ServiceContext context;
    private final HostService host;
    private final KnownLabs known;
    private final OwnWorkspaces workspaces;
    private final WorkspacePlace places;
    private final AppRenderer renderer;

    public LabService(ServiceContext context) {
        this(context, false);
    }

    private LabService(ServiceContext context, boolean fetches) {
        this.context = context;
        this.host = new HostService(context);
        this.known = new KnownLabs(context.folders());
        this.workspaces = new OwnWorkspaces(context.folders());
        this.places = new WorkspacePlace(context.folders().workspaces());
        this.renderer = new AppRenderer(context.processes(), (name, version) -> program(name, version, fetches),
                context.cancellation());
    }

    /** Fetches what renders the manifests of labs, if it is missing. Others say that it is missing. */
    public static LabService fetching(ServiceContext context) {
        return new LabService(context, true);
    }

    private Optional<Path> program(String name, KubernetesVersion version, boolean fetches) {
        Optional<Path> there = AppRenderer.program(context.bundles(), name, version);
        return there.isPresent() || !fetches ? there : Optional.of(host.renderer(name, version));
    }

    public HostService host() {
        return host;
    }

    public KnownLabs known() {
        return known;
    }

    public OwnWorkspaces workspaces() {
        return workspaces;
    }

    /** Creates it if it is missing. */
    public Workspace workspace(OpenLab open) {
        workspaces.bind(open.workspace().folder());
        if (places.isElsewhere(open.workspace())) {
            context.listener().message("%s cannot be written, so the lab's workspace is %s."
                    .formatted(open.location().folder(), open.workspace().folder()));
        }
        return open.workspace().create();
    }

    /**
     * @throws org.hybridlab.common.error.LabException {@code lab-not-trusted} (exit 2) with what the lab would do here
     */
    public void needTrust(OpenLab open) {
        new LabTrust(context).need(open, this::boxesHere);
    }

    public List<String> effects(OpenLab open) {
        return new LabTrust(context).effects(open, this::boxesHere);
    }

    /** True if an earlier `up` was trusted and nothing was added, or this call trusts it. */
    public boolean isTrusted(OpenLab open) {
        return context.approval().trustsEveryLab()
                || new LabTrust(context).isGiven(open, this::boxesHere);
    }

    /** Lists Vagrant's folder. */
    private List<LocalBox> boxesHere() {
        return host.boxes().packaged().here();
    }

    /** Whether `up` has begun here. If not, the lab has no machines on this host. */
    public boolean isKnown(OpenLab open) {
        return known.find(open.workspace().folder()).isPresent();
    }

    /** Reads the file of a lab to be brought up. The listener gets its warnings. */
    public OpenLab open(NamedLab lab, OpenOptions asked) {
        return open(opener(), lab, asked);
    }

    /**
     * The same for `up` and `plan`. Refuses what `up` does not support.
     *
     * @param taken networks of a provider that the host may have no route to; asked for if a network is chosen
     * @throws org.hybridlab.common.error.LabException {@code applied-lab-unreadable}, {@code up-limits}, {@code
     * provider-differs}, {@code network-mode-changed} or {@code change-refused} (exit 2)
     */
    public OpenLab openToBringUp(NamedLab lab, OpenOptions asked, Function<ProviderName, List<Cidr>> taken) {
        new MovedFolder(context).follow(lab.location());
        new WorkspaceState(context.workspace(lab.location())).mustBeReadable(lab.word());
        OpenLab open = open(opener().bringingUp(taken), lab, asked);
        Refusals refusals = refusals(open, () -> labContext(open));
        refusals.check(LooksAt.LAB_FILE);
        if (new WorkspaceState(open.workspace()).resetTo().isEmpty()) {
            // Otherwise `up` ends the reset, and the snapshot decides.
            refusals.check(LooksAt.APPLIED);
        }
        return open;
    }

    /**
     * For calls that apply the file to existing machines.
     *
     * @throws org.hybridlab.common.error.LabException {@code provider-differs}, {@code up-limits} or {@code
     * network-mode-changed} (exit 2)
     */
    public void checkLimits(OpenLab open) {
        refusals(open, () -> labContext(open)).check(LooksAt.PROVIDER, LooksAt.LAB_FILE);
    }

    public Refusals refusals(LabContext labContext) {
        return refusals(labContext.open(), () -> labContext);
    }

    private Refusals refusals(OpenLab open, Supplier<LabContext> labContext) {
        return new Refusals(open, known.find(open.workspace().folder()), context.bundles().releases(), labContext,
                context.cancellation());
    }

    /** Runs plans at the pace of the lab's machines. */
    public static Engine engine(ServiceContext context, LabContext labContext, int threads,
                                List<EventListener> listeners) {
        return new Engine(context.runFolder(labContext.workspace()), Settings.of(threads, labContext.permits())
                .withLookTimeout(labContext.timeouts().probe()), Clock.systemUTC(), listeners);
    }

    /** Opens a lab whose machines stay as they are. What the host lacks is no error of a file without machines. */
    public OpenLab asItIs(NamedLab lab) {
        Optional<KnownLab> record = record(lab);
        OpenOptions usual = new OpenOptions(Optional.empty(), environmentSimulates(record));
        return record.isEmpty() ? withoutRecord(lab, usual) : open(opener(host.facts(), host.choice()), lab, usual);
    }

    /** Finds a lab that was moved, too. */
    private Optional<KnownLab> record(NamedLab lab) {
        new MovedFolder(context).follow(lab.location());
        return known.find(context.workspace(lab.location()).folder());
    }

    /** The environment never simulates Windows machines of a lab that may have real ones. */
    private boolean environmentSimulates(Optional<KnownLab> record) {
        return EnvironmentVariables.isOn(context.environment(), EnvironmentVariables.SIMULATE_WINDOWS)
                && record.filter(KnownLab::mayHaveWindowsGuests).isEmpty();
    }

    /** Simulates Windows machines if the file needs it, or the environment asks for it. */
    private OpenLab withoutRecord(NamedLab lab, OpenOptions usual) {
        LabOpener opener = forLargerHost(lab, usual);
        return open(opener, lab, lacksHypervisor(opener, lab, usual) ? new OpenOptions(Optional.empty(), true)
                : usual);
    }

    /** Assumes enough memory and cores, and a hypervisor: for a call that reports what the host lacks. */
    OpenLab onLargerHost(NamedLab lab, OpenOptions asked) {
        OpenOptions all = new OpenOptions(asked.provider(),
                asked.simulateWindows() || environmentSimulates(record(lab)), asked.settings());
        return open(forLargerHost(lab, all), lab, all);
    }

    private LabOpener forLargerHost(NamedLab lab, OpenOptions asked) {
        HostFacts here = host.facts();
        HostFacts larger = new HostFacts(here.system(), 1024, 1 << 30, 1 << 30, here.freeDiskMiB(),
                here.hardwareVirtualisation(), here.kvm(), here.networks(), here.nameServers(), here.user());
        LabOpener usual = opener(larger, host.choice());
        return lacksHypervisor(usual, lab, asked) ? opener(larger, host.choiceForWindows()) : usual;
    }

    private static boolean lacksHypervisor(LabOpener opener, NamedLab lab, OpenOptions asked) {
        List<Problem> errors = opener.read(lab.location(), asked).errors();
        return !errors.isEmpty() && errors.stream()
                .allMatch(one -> one.ruleId().equals(WindowsBuildRules.WINDOWS_PROVIDER.entry().id()));
    }

    private LabOpener opener(HostFacts facts, ProviderChoice choice) {
        return new LabOpener(known, places, facts, choice, Optional.empty(), standIns(), ManifestTemplates.UNSEEN,
                workspace -> Optional.empty());
    }

    private OpenLab open(LabOpener opener, NamedLab lab, OpenOptions asked) {
        new MovedFolder(context).follow(lab.location());
        OpenLab open = opener.open(lab.location(), asked).calledBy(lab.word());
        open.warnings().stream().map(Problem::text).forEach(context.listener()::message);
        return open;
    }

    public LabOpener opener() {
        return new LabOpener(known, places, host.facts(), host.choice(),
                Optional.of(host.boxes().packaged().here()), standIns(), workshop().manifestTemplates(),
                workspace -> Optional.of(bundled(workspace)));
    }

    /** With images that the user loaded. @throws org.hybridlab.common.error.LabException {@code state-unreadable} */
    public Bundled bundled(Workspace workspace) {
        return workshop().bundled().withLoaded(new LoadedImages(context.folders(), workspace.folder()).all().stream()
                .map(LoadedImage::name).collect(Collectors.toSet()));
    }

    /** Containers for Windows machines: only in hybridlab's own tests (docs/contributing/development.md). */
    public boolean standIns() {
        return Boolean.getBoolean("hybridlab.standins");
    }

    public LabContextFactory workshop() {
        return new LabContextFactory(Templates.installed(context.home()), context.processes(), context.environment(),
                context.bundles(), host.boxes(), host.facts().kvm(), host.facts().nameServers()).with(renderer);
    }

    public LabContext labContext(OpenLab open) {
        return workshop().labContext(open);
    }

    /** A new context for a changed workspace. @param before whose steps may have booted machines */
    public LabContext labContext(OpenLab open, LabContext before) {
        LabContext now = labContext(open);
        before.remembered().started().forEach(now.remembered()::noteBoot);
        return now;
    }

    /**
     * Reserves the lab's network on this host, for `destroy` too. Chooses another if a lab took this one meanwhile,
     * unless the file fixes it: the provider refuses then.
     */
    public OpenLab claim(OpenLab chosen, NamedLab lab, OpenOptions asked) {
        if (known.claim(known(chosen))) {
            return chosen;
        }
        OpenLab again = open(lab, asked);
        needTrust(again);
        if (!again.lab().network().equals(chosen.lab().network())) {
            return claim(again, lab, asked);
        }
        known.remember(known(again));
        return again;
    }

    /** Machines that came after the network was chosen keep their addresses. */
    public void noteAddresses(OpenLab open) {
        known.remember(known(open));
    }

    private KnownLab known(OpenLab open) {
        Map<String, Ipv4> given = new TreeMap<>();
        Path folder = open.workspace().folder();
        known.find(folder).map(KnownLab::givenAddresses).ifPresent(given::putAll);
        open.lab().machines().forEach(machine -> given.put(machine.name(), machine.address()));
        open.lab().network().virtualAddress().ifPresent(address -> given.put(OpenChoices.VIRTUAL_ADDRESS, address));
        return new KnownLab(open.lab().name(), folder.toString(), open.choice().provider(),
                open.lab().network().machines().toString(), !open.lab().simulatedMachines().isEmpty(),
                open.lab().network().mode(), Map.of(), KnownLab.Origin.of(open.id().toString(), open.location().file(),
                        open.location().instance()), open.written(), open.settings().values()).withAddresses(given);
    }
}

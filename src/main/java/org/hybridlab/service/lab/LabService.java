package org.hybridlab.service.lab;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.common.workspace.WorkspacePlace;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.file.reader.ManifestTemplates;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.machine.WindowsBuildRules;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.EventListener;
import org.hybridlab.engine.Settings;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.provision.change.Refusals;
import org.hybridlab.provision.change.Refusals.LooksAt;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.up.LabContextFactory;
import org.hybridlab.provision.up.LabOpener;
import org.hybridlab.service.context.EnvironmentVariables;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;

/** Opens a lab on this host, for the calls that need more of it than its workspace. */
public final class LabService {
    private final ServiceContext context;
    private final HostService host;
    private final KnownLabs known;
    private final OwnWorkspaces workspaces;
    private final WorkspacePlace places;

    public LabService(ServiceContext context) {
        this.context = context;
        this.host = new HostService(context);
        this.known = new KnownLabs(context.folders());
        this.workspaces = new OwnWorkspaces(context.folders());
        this.places = new WorkspacePlace(context.folders().workspaces());
    }

    public HostService host() {
        return host;
    }

    public KnownLabs known() {
        return known;
    }

    /** Workspaces that this user made on this host. */
    public OwnWorkspaces workspaces() {
        return workspaces;
    }

    /** The lab's workspace, which is made if it is not there yet. */
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

    /** All that the lab would do here, as lines. */
    public List<String> effects(OpenLab open) {
        return new LabTrust(context).effects(open, this::boxesHere);
    }

    /** Whether the lab may do what its files say: `up` asked for it and nothing was added, or this call trusts it. */
    public boolean isTrusted(OpenLab open) {
        return context.approval().trustsEveryLab()
                || new LabTrust(context).isGiven(open, this::boxesHere);
    }

    /** For labs that are asked about alone: it lists Vagrant's folder. */
    private List<LocalBox> boxesHere() {
        return host.boxes().packaged().here();
    }

    /** Whether `up` has begun with the lab on this host: else it has no machines here, and nothing of it is asked. */
    public boolean isKnown(OpenLab open) {
        return known.find(open.workspace().folder()).isPresent();
    }

    /** Reads the file of a lab whose machines are to be made; the listener hears its warnings. */
    public OpenLab open(NamedLab lab, OpenOptions asked) {
        return open(opener(), lab, asked);
    }

    /**
     * The same for `up`, and for `plan`, which is to say what `up` would: refuses what that does not bring up.
     *
     * @param taken networks of a provider that the host may have no route to; asked for if a network is chosen
     * @throws org.hybridlab.common.error.LabException {@code up-limits}, {@code provider-differs},
     *         {@code network-mode-changed} or {@code change-refused} (exit 2)
     */
    public OpenLab openToBringUp(NamedLab lab, OpenOptions asked, Function<ProviderName, List<Cidr>> taken) {
        OpenLab open = open(opener().bringingUp(taken), lab, asked);
        Refusals refusals = refusals(open, () -> labContext(open));
        refusals.check(LooksAt.LAB_FILE);
        if (new SnapshotStore(open.workspace()).resetUnderWay().isEmpty()) {
            // Else `up` ends the reset, and the lab is as its snapshot has it.
            refusals.check(LooksAt.APPLIED);
        }
        return open;
    }

    /**
     * For all that applies a lab's file to machines that are there.
     *
     * @throws org.hybridlab.common.error.LabException {@code provider-differs}, {@code up-limits} or
     *         {@code network-mode-changed} (exit 2)
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

    /** Goes through plans of the lab, at the pace of its machines. */
    public static Engine engine(ServiceContext context, LabContext labContext, int threads,
                                List<EventListener> listeners) {
        return new Engine(context.runFolder(labContext.workspace()), Settings.of(threads, labContext.permits())
                .withLookTimeout(labContext.timeouts().probe()), Clock.systemUTC(), listeners);
    }

    /**
     * The same as {@link #open(NamedLab, OpenOptions)} for calls that take the machines as they are, and need no
     * box. What this host lacks makes no file wrong of which it has no machines.
     */
    public OpenLab asItIs(NamedLab lab) {
        Optional<KnownLab> record = record(lab);
        OpenOptions usual = new OpenOptions(Optional.empty(), environmentSimulates(record));
        return record.isEmpty() ? withoutRecord(lab, usual) : open(opener(host.facts(), host.choice()), lab, usual);
    }

    /** Also if it was moved since. */
    private Optional<KnownLab> record(NamedLab lab) {
        new MovedLab(context).follow(lab.location());
        return known.find(context.workspace(lab.location()).folder());
    }

    /** It asks for simulated Windows machines of no lab that may have real ones. */
    private boolean environmentSimulates(Optional<KnownLab> record) {
        return EnvironmentVariables.isOn(context.environment(), EnvironmentVariables.SIMULATE_WINDOWS)
                && record.filter(KnownLab::mayHaveWindowsGuests).isEmpty();
    }

    /** With simulated Windows machines if the file can come up in no other way, or the environment asks for them. */
    private OpenLab withoutRecord(NamedLab lab, OpenOptions usual) {
        LabOpener opener = forLargerHost(lab, usual);
        return open(opener, lab, lacksHypervisor(opener, lab, usual) ? new OpenOptions(Optional.empty(), true)
                : usual);
    }

    /**
     * The same, as if the host had memory and cores enough, and a hypervisor for Windows machines: for a call that says
     * itself what it lacks.
     */
    OpenLab onLargerHost(NamedLab lab, OpenOptions asked) {
        OpenOptions all = new OpenOptions(asked.provider(),
                asked.simulateWindows() || environmentSimulates(record(lab)));
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
                Optional.empty());
    }

    private OpenLab open(LabOpener opener, NamedLab lab, OpenOptions asked) {
        new MovedLab(context).follow(lab.location());
        OpenLab open = opener.open(lab.location(), asked).calledBy(lab.word());
        open.warnings().stream().map(Problem::text).forEach(context.listener()::message);
        return open;
    }

    public LabOpener opener() {
        return new LabOpener(known, places, host.facts(), host.choice(),
                Optional.of(host.boxes().packaged().here()), standIns(), workshop().manifestTemplates(),
                Optional.of(workshop().bundled()));
    }

    /**
     * Whether containers stand in for Windows machines: for hybridlab's own tests (docs/contributing/development.md).
     */
    public boolean standIns() {
        return Boolean.getBoolean("hybridlab.standins");
    }

    public LabContextFactory workshop() {
        return new LabContextFactory(context.home(), context.processes(), context.environment(),
                context.bundles(), host.boxes(), host.facts().kvm(), host.facts().nameServers());
    }

    public LabContext labContext(OpenLab open) {
        return workshop().labContext(open);
    }

    /**
     * The same with what the workspace knows now.
     *
     * @param before whose steps may have booted machines, of which the cluster knows from before
     */
    public LabContext labContext(OpenLab open, LabContext before) {
        LabContext now = labContext(open);
        before.remembered().started().forEach(now.remembered()::noteBoot);
        return now;
    }

    /**
     * From now on the lab has its network on this host, and `destroy` knows it. Another one if a lab that came up
     * meanwhile took the one that was chosen; a network that the lab file fixes stays, and the provider says no.
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

    /** A lab that has its network on this host may have machines that came since, which keep their addresses. */
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
                        open.location().instance()), open.written()).withAddresses(given);
    }
}

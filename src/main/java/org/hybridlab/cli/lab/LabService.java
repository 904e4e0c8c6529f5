package org.hybridlab.cli.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hybridlab.cli.support.ForceFlag;
import org.hybridlab.cli.support.LabArgument;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.process.ThisHost;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.common.workspace.WorkspacePlace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.reader.ManifestTemplates;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.rules.core.Bundled;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.WorkspaceLocks;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.up.BringUpLimits;
import org.hybridlab.provision.up.LabContextFactory;
import org.hybridlab.provision.up.LabOpener;
import org.hybridlab.provision.up.LegacyMode;
import org.hybridlab.provision.up.NetworkModeKept;
import org.hybridlab.provision.up.OpenOptions;

/** Opens a lab on this host, for the commands that need more of it than its workspace. */
public final class LabService {
    private final Session session;
    private final HostService host;
    private final KnownLabs known;
    private final OwnWorkspaces workspaces;
    private final WorkspacePlace places;

    public LabService(Session session) {
        this.session = session;
        this.host = new HostService(session);
        this.known = new KnownLabs(session.folders());
        this.workspaces = new OwnWorkspaces(session.folders());
        this.places = new WorkspacePlace(session.folders().workspaces());
    }

    public HostService host() {
        return host;
    }

    public KnownLabs known() {
        return known;
    }

    OwnWorkspaces workspaces() {
        return workspaces;
    }

    /** The lab's workspace, which is made if it is not there yet. */
    public Workspace workspace(OpenLab open) {
        workspaces.bind(open.workspace().folder());
        if (places.isElsewhere(open.workspace())) {
            session.err().printf("%s cannot be written, so the lab's workspace is %s.%n", open.location().folder(),
                    open.workspace().folder());
        }
        return open.workspace().create();
    }

    /**
     * @throws org.hybridlab.common.error.LabException {@code lab-not-trusted} (exit 2) with what the lab would do here
     */
    public void needTrust(OpenLab open) {
        new LabTrust(session).need(open);
    }

    /** Whether the lab may do what its files say: `up` asked for it and nothing was added, or this call trusts it. */
    public boolean isTrusted(OpenLab open) {
        return session.options().trust() || new LabTrust(session).isGiven(open);
    }

    /** Whether `up` has begun with the lab on this host: else it has no machines here, and nothing of it is asked. */
    public boolean isKnown(OpenLab open) {
        return known.find(open.workspace().folder()).isPresent();
    }

    /** Reads the file of a lab whose machines are to be made; its warnings go to standard error. */
    public OpenLab open(LabArgument lab, OpenOptions asked) {
        return open(opener(), lab, asked);
    }

    /**
     * The same for `up`, and for `plan`, which is to say what `up` would: refuses what that does not bring up.
     *
     * @throws org.hybridlab.common.error.LabException {@code legacy-mode}, {@code up-limits} or
     *         {@code network-mode-changed} (exit 2)
     */
    public OpenLab openToBringUp(LabArgument lab, OpenOptions asked, ForceFlag force) {
        OpenLab open = open(lab, asked);
        LegacyMode.check(open.lab(), force.given(session));
        BringUpLimits.check(open.lab(), BundleSelection.bundles(session).releases());
        NetworkModeKept.check(open, known.find(open.workspace().folder()));
        return open;
    }

    /** How the engine goes through the lab's plan: at the pace of its machines. */
    public static Settings settings(LabContext tools, int threads) {
        return Settings.of(threads, tools.permits()).withLookTimeout(tools.timeouts().probe());
    }

    /**
     * The same as {@link #open(LabArgument, OpenOptions)} for commands that take the machines as they are, and need no
     * box.
     */
    public OpenLab asItIs(LabArgument lab) {
        return open(opener(Optional.empty(), ManifestTemplates.UNSEEN, Optional.empty()), lab, OpenOptions.NONE);
    }

    private OpenLab open(LabOpener opener, LabArgument lab, OpenOptions asked) {
        LabLocation location = lab.location(session);
        new MovedLab(session).follow(location);
        OpenLab open = opener.open(location, asked);
        open.warnings().stream().map(Problem::text).forEach(session.err()::println);
        return open;
    }

    public LabOpener opener() {
        return opener(Optional.of(host.boxes().packaged().here()), workshop().manifestTemplates(),
                Optional.of(workshop().bundled()));
    }

    private LabOpener opener(Optional<List<LocalBox>> boxes, ManifestTemplates templates,
                             Optional<Bundled> bundled) {
        return new LabOpener(known, places, host.facts(), host.choice(), boxes, standIns(), templates, bundled);
    }

    /**
     * Whether containers stand in for Windows machines: for hybridlab's own tests (docs/contributing/development.md).
     */
    public boolean standIns() {
        return Boolean.getBoolean("hybridlab.standins");
    }

    public LabContextFactory workshop() {
        return new LabContextFactory(session.home(), session.processes(), session.environment(),
                BundleSelection.bundles(session), host.boxes(), host.facts().hardwareVirtualisation());
    }

    public LabContext tools(OpenLab open) {
        return workshop().tools(open);
    }

    /** The lab's lock lies in the state folder: `destroy` deletes the workspace while it holds it. */
    public static RunFolder runFolder(Session session, Workspace workspace) {
        return new RunFolder(workspace.folder(), workspace.logs(),
                WorkspaceLocks.of(session.folders(), workspace.folder()));
    }

    /**
     * From now on the lab has its network on this host, and `destroy` knows it. Another one if a lab that came up
     * meanwhile took the one that was chosen; a network that the lab file fixes stays, and the provider says no.
     */
    public OpenLab claim(OpenLab chosen, LabArgument lab, OpenOptions asked) {
        if (known.claim(known(chosen))) {
            return chosen;
        }
        OpenLab again = open(lab, asked);
        if (!again.lab().network().equals(chosen.lab().network())) {
            return claim(again, lab, asked);
        }
        known.remember(known(again));
        return again;
    }

    private KnownLab known(OpenLab open) {
        Map<String, Ipv4> given = new TreeMap<>();
        Path folder = open.workspace().folder();
        known.find(folder).map(KnownLab::givenAddresses).ifPresent(given::putAll);
        open.lab().machines().forEach(machine -> given.put(machine.name(), machine.address()));
        open.lab().network().virtualAddress().ifPresent(address -> given.put(OpenChoices.VIRTUAL_ADDRESS, address));
        return new KnownLab(open.lab().name(), folder.toString(), open.choice().provider(),
                open.lab().network().machines().toString(), !open.lab().simulatedMachines().isEmpty(),
                Optional.of(open.lab().network().mode())).withAddresses(given)
                .from(new KnownLab.Origin(Optional.of(open.id().toString()), ThisHost.here(),
                        Optional.of(open.location().file().toString()), open.location().instance()));
    }
}

package org.hybridlab.provision.up;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.common.workspace.WorkspacePlace;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.LabReading;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.file.reader.ManifestTemplates;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.reader.SetValues;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.Bundled;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.host.FreeNetwork;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.change.MachinesThere;
import org.hybridlab.provision.change.Refusals;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.CreatedLab;

/**
 * Reads a lab file for this host: chooses provider and network, and asks every rule. Choices of the first {@code up}
 * last until {@code destroy}. Changes nothing.
 */
public final class LabOpener {
    private final KnownLabs known;
    private final WorkspacePlace places;
    private final HostFacts host;
    private final ProviderChoice best;
    private final Optional<List<LocalBox>> boxes;
    private final boolean standIns;
    private final ManifestTemplates templates;
    private final Function<Workspace, Optional<Bundled>> bundled;
    private final Optional<Function<ProviderName, List<Cidr>>> bringsUp;

    /**
     * @param best the provider for labs that name none
     * @param boxes hybridlab's own that Vagrant has; empty if no machine is created
     * @param standIns whether containers may stand in for Windows machines, for tests
     * @param templates of apps' manifests, if rules read them
     * @param bundled empty if no machine is created
     */
    public LabOpener(KnownLabs known, WorkspacePlace places, HostFacts host, ProviderChoice best,
                     Optional<List<LocalBox>> boxes, boolean standIns, ManifestTemplates templates,
                     Function<Workspace, Optional<Bundled>> bundled) {
        this(known, places, host, best, boxes, standIns, templates, bundled, Optional.empty());
    }

    private LabOpener(KnownLabs known, WorkspacePlace places, HostFacts host, ProviderChoice best,
                      Optional<List<LocalBox>> boxes, boolean standIns, ManifestTemplates templates,
                      Function<Workspace, Optional<Bundled>> bundled,
                      Optional<Function<ProviderName, List<Cidr>>> bringsUp) {
        this.known = known;
        this.places = places;
        this.host = host;
        this.best = best;
        this.boxes = boxes;
        this.standIns = standIns;
        this.templates = templates;
        this.bundled = bundled;
        this.bringsUp = bringsUp;
    }

    /**
     * For calls that apply the file: a changed provider is refused before rules judge the lab for the old one.
     *
     * @param taken networks of a provider that the host may have no route to; asked for if one is chosen
     */
    public LabOpener bringingUp(Function<ProviderName, List<Cidr>> taken) {
        return new LabOpener(known, places, host, best, boxes, standIns, templates, bundled, Optional.of(taken));
    }

    /**
     * @throws LabException {@code lab-file-wrong} (exit 2) with every problem, {@code provider-differs}, {@code
     * simulation-differs} or {@code lab-moved}
     */
    public OpenLab open(LabLocation location, OpenOptions asked) {
        Workspace workspace = places.of(location.file(), location.instance());
        Choices choices = new Choices(asked, known.find(workspace.folder()), workspace);
        HostView view = view(workspace, choices.earlier);
        LabReading reading = LabFile.read(location.file(), choices, view, templates);
        Lab lab = reading.orThrow();
        refuseToSimulateWhatIsMade(lab, choices);
        return new OpenLab(location, new LabFolder(location.folder()), choices.earlier.map(CreatedLab::id)
                .orElseGet(() -> fresh(lab.name(), workspace)), lab, workspace, choices.created,
                reading.warnings(), lab.name(), choices.file, choices.settings, view.memoryMiB());
    }

    /** A lab that was moved away keeps its id. The hash alone names a lab's bridge. */
    private LabId fresh(String lab, Workspace workspace) {
        Set<String> taken = known.all().stream().map(one -> CreatedLab.id(one).hash()).collect(Collectors.toSet());
        return LabId.allOf(lab, workspace.folder()).stream().filter(id -> !taken.contains(id.hash())).findFirst()
                .orElseThrow(() -> LabException.invalid("lab-moved", "Too many labs were moved away from %s while up."
                        .formatted(workspace.folder().getParent()), "Destroy one: `hybridlab list` shows them."));
    }

    /** Accepts an invalid file. */
    public LabReading read(LabLocation location, OpenOptions asked) {
        Workspace workspace = places.of(location.file(), location.instance());
        Choices choices = new Choices(asked, known.find(workspace.folder()), workspace);
        return LabFile.read(location.file(), choices, view(workspace, choices.earlier), templates);
    }

    /** The machines exist, or may exist, on a provider that runs Windows. */
    private static void refuseToSimulateWhatIsMade(Lab lab, Choices choices) {
        boolean created = choices.earlier.filter(KnownLab::mayHaveWindowsGuests).isPresent();
        if (created && !lab.simulatedMachines().isEmpty()) {
            throw LabException.invalid("simulation-differs",
                    "The lab %s is up on a provider with real Windows machines."
                    .formatted(lab.name()), "Destroy it first, or leave out --simulate-windows.");
        }
    }

    /** Leaves out what this lab itself put on the host. */
    private HostView view(Workspace workspace, Optional<KnownLab> earlier) {
        List<Cidr> others = host.networks().stream()
                .filter(network -> earlier.stream().noneMatch(lab -> lab.network().equals(network.toString())))
                .toList();
        return new HostView(OptionalInt.of((int) host.memoryMiB()), OptionalInt.of(host.cores()),
                Optional.of(Arch.ofThisHost()), others, host.nameServers(), boxes,
                boxes.isPresent() && earlier.isPresent() ? VagrantNotes.of(workspace).names() : Set.of(), standIns,
                bundled.apply(workspace));
    }

    /** Choices for one reading, with the reason for the provider. */
    private final class Choices implements OpenChoices {
        private final Optional<ProviderName> asked;
        private final boolean simulates;
        private final SetValues settings;
        private final Optional<KnownLab> earlier;
        private final Workspace workspace;
        private ProviderChoice created = best;
        private Optional<ProviderName> file = Optional.empty();

        Choices(OpenOptions asked, Optional<KnownLab> earlier, Workspace workspace) {
            this.asked = asked.provider();
            this.simulates = asked.simulateWindows() || earlier.filter(KnownLab::simulatesWindows).isPresent();
            this.settings = earlier.map(lab -> new SetValues(lab.settings())).orElse(SetValues.NONE)
                    .with(asked.settings());
            this.earlier = earlier;
            this.workspace = workspace;
        }

        @Override
        public Optional<ProviderName> provider(Optional<ProviderName> written) {
            earlier.filter(lab -> bringsUp.isPresent() && asked.isEmpty())
                    .ifPresent(lab -> Refusals.checkProvider(lab, written));
            created = earlier.map(this::asItIs)
                    .or(() -> asked.map(name -> new ProviderChoice(name, "you asked for it")))
                    .or(() -> written.map(name -> new ProviderChoice(name, "the lab file says so")))
                    .orElse(best);
            file = written;
            return Optional.of(created.provider());
        }

        private ProviderChoice asItIs(KnownLab lab) {
            asked.filter(name -> name != lab.provider()).ifPresent(name -> {
                throw LabException.invalid("provider-differs", "The lab %s is up on %s already."
                        .formatted(lab.name(), lab.provider().id()),
                        "Destroy it first, or leave out --provider " + name.id() + ".");
            });
            return new ProviderChoice(lab.provider(), "the lab is on it already");
        }

        @Override
        public SetValues settings() {
            return settings;
        }

        @Override
        public boolean simulatesWindows() {
            return simulates;
        }

        @Override
        public Map<String, Ipv4> addresses() {
            return earlier.map(KnownLab::givenAddresses).orElse(Map.of());
        }

        @Override
        public Set<String> machinesThere() {
            return MachinesThere.of(workspace);
        }

        @Override
        public Cidr machineNetwork(Optional<ProviderName> provider, List<Cidr> others) {
            if (earlier.isPresent()) {
                return Cidr.parse(earlier.get().network());
            }
            List<Cidr> taken = new ArrayList<>(others);
            taken.addAll(host.networks());
            host.nameServers().forEach(server -> taken.add(new Cidr(server, 32)));
            provider.flatMap(name -> bringsUp.map(ask -> ask.apply(name))).ifPresent(taken::addAll);
            known.all().forEach(lab -> taken.add(Cidr.parse(lab.network())));
            return FreeNetwork.find(taken, provider.flatMap(name -> name.traits().allowedMachineNetworks()));
        }
    }
}

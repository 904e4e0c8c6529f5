package org.hybridlab.provision.up;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.box.PackagedNote;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.ImageSpec;
import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.artifact.cache.UserCache;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.HttpApiServer;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.template.LabTemplates;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.template.TracedText;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.file.reader.Kustomization;
import org.hybridlab.config.file.reader.ManifestTemplates;
import org.hybridlab.config.file.reader.ManifestTemplates.TextPlace;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.rules.core.Bundled;
import org.hybridlab.config.rules.core.ManifestMark;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.Providers;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.api.ResourceOrigin;
import org.hybridlab.provider.vagrant.ProxyEnvironment;
import org.hybridlab.provider.vagrant.Vagrant;
import org.hybridlab.provider.vagrant.Vagrantfile;
import org.hybridlab.provision.box.BundleBox;
import org.hybridlab.provision.box.MachineBox;
import org.hybridlab.provision.box.PublishedBox;
import org.hybridlab.provision.context.BoxSource;
import org.hybridlab.provision.context.LabBoxes;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.context.StockNodePayload;
import org.hybridlab.provision.kubernetes.NamedKubeconfig;
import org.hybridlab.provision.render.AppManifests;
import org.hybridlab.provision.render.RegistryFiles;
import org.hybridlab.provision.render.RegistryPasswords;
import org.hybridlab.provision.render.RenderedFiles;
import org.hybridlab.provision.render.TemplateFacts;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.source.AppRenderer;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.provision.state.RememberedStates;

/** Creates the context of steps and commands for an open lab. Writes nothing. */
public final class LabContextFactory {
    private final Templates installed;
    private final Processes processes;
    private final Map<String, String> environment;
    private final Bundles bundles;
    private final Boxes boxes;
    private final boolean kvm;
    private final List<Ipv4> nameServers;
    private final AppRenderer renderer;

    /**
     * @param installed the installation's, without overrides of a lab
     * @param boxes built on this host
     * @param kvm whether the host's processor offers hardware virtualisation
     * @param nameServers of the host that containers can reach
     */
    public LabContextFactory(Templates installed, Processes processes, Map<String, String> environment, Bundles bundles,
                       Boxes boxes, boolean kvm, List<Ipv4> nameServers) {
        this(installed, processes, environment, bundles, boxes, kvm, nameServers, AppRenderer.of(bundles, processes));
    }

    private LabContextFactory(Templates installed, Processes processes, Map<String, String> environment,
                       Bundles bundles, Boxes boxes, boolean kvm, List<Ipv4> nameServers, AppRenderer renderer) {
        this.installed = installed;
        this.processes = processes;
        this.environment = environment;
        this.bundles = bundles;
        this.boxes = boxes;
        this.kvm = kvm;
        this.nameServers = List.copyOf(nameServers);
        this.renderer = renderer;
    }

    /** The same with another renderer of kustomizations, such as one that several factories share. */
    public LabContextFactory with(AppRenderer other) {
        return new LabContextFactory(installed, processes, environment, bundles, boxes, kvm, nameServers, other);
    }

    public LabContext labContext(OpenLab open) {
        Lab lab = open.lab();
        Templates templates = installed.forLab(open.folder());
        Provider provider = provider(open);
        TemplateFacts facts = facts(open.lab(), Optional.of(open.choice().provider()));
        BoxSource source = boxes(open);
        Vagrantfile vagrantfile = new Vagrantfile(open.id(), lab, provider,
                machine -> MachineBox.of(machine, open, source, environment), machine -> needs(machine, open),
                        open.workspace().sshKey(),
                authorizedKey(open), facts.timeouts().machineStart());
        RegistryFiles registries = new RegistryFiles(lab, templates,
                new RegistryPasswords(open.location().folder(), environment));
        RenderedFiles files = RenderedFiles.render(templates, open.id(), rendered(open), facts,
                vagrantfile.render(templates), authorizedKey(open), new AppManifests(open.folder(),
                        (app, name) -> renderer.text(open.folder(), lab, app, name)),
                registries, source.isStock());
        RememberedStates states = new RememberedStates(open.id(), provider);
        CreatedLab created = new CreatedLab(open.id(), open.workspace(), provider, vagrant(open),
                new LabCluster(open.workspace(), kubeconfig -> new Cluster(new HttpApiServer(kubeconfig,
                        () -> states.controlPlanesOff(lab)))));
        return new LabContext(open, created, states, facts, templates, files, registries,
                new LabBoxes(lab, files, source,
                        new StockNodePayload(bundles, boxes, lab.kubernetes(), lab.firstNode().arch())),
                new LabBundles(lab, bundles), processes, Map.copyOf(environment));
    }

    /** A cluster of others may be outside the networks without a proxy. */
    private Lab rendered(OpenLab open) {
        Lab lab = open.lab();
        return lab.outside().httpProxy().or(lab.outside()::httpsProxy).flatMap(proxy -> NamedKubeconfig.host(lab,
                open.folder(), open.workspace(), environment)).map(lab::withoutProxyTo).orElse(lab);
    }

    /** Without the rest of the context, which renders everything. */
    public Provider provider(OpenLab open) {
        UserFolders folders = UserFolders.of(environment, Path.of(System.getProperty("user.home")));
        return new Providers(processes, open.workspace().vagrantData(), kvm,
                Optional.of(ResourceOrigin.here(open.workspace().folder(), folders.state(),
                        new OwnWorkspaces(folders).stateId().orElse(""))),
                Optional.of(folders.cache().resolve(UserCache.BOX_FILES))).of(open.choice().provider());
    }

    private Vagrant vagrant(OpenLab open) {
        return new Vagrant(processes, open.workspace().folder(), ProxyEnvironment.of(open.lab()));
    }

    private KnownBox needs(Machine machine, OpenLab open) {
        return KnownBoxes.installed().of(machine, machine.box().flatMap(box ->
                boxes.packaged().note(box.name(), open.choice().provider())).map(PackagedNote::base));
    }

    /** Before the first {@code up} a comment replaces the missing key. */
    private static String authorizedKey(OpenLab open) {
        Path pub = open.workspace().sshKey().resolveSibling("id_ed25519.pub");
        try {
            return Files.isRegularFile(pub) ? Files.readString(pub) : "# `hybridlab up` makes the lab's key";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TemplateFacts facts(Lab lab, Optional<ProviderName> provider) {
        boolean containers = provider.filter(one -> one.traits().sharesKernel()).isPresent();
        return new TemplateFacts(containers, containers || kvm ? Timeouts.NATIVE : Timeouts.EMULATED,
                TemplateFacts.Images.of(bundles.images(bundled(lab))), boxes.nodePackages(lab.firstNode().arch()),
                nameServers);
    }

    private KubernetesVersion bundled(Lab lab) {
        return bundles.releases().stream().map(Release::kubernetes).filter(lab.kubernetes()::equals).findFirst()
                .orElse(bundles.releases().get(0).kubernetes());
    }

    /** For labs that may still be invalid. */
    public ManifestTemplates manifestTemplates() {
        return new ManifestTemplates() {
            @Override
            public Optional<Rendered> render(Lab lab, App app, Path folder, String name) {
                LabFolder files = new LabFolder(folder);
                if (Kustomization.is(name) || App.Chart.is(name)) {
                    return Optional.of(renderer.render(files, lab, app, name));
                }
                return isWhole(lab) ? Optional.of(rendered(name, installed.forLab(files).trace(name,
                        RenderedFiles.model(lab, facts(lab, lab.provider()))))) : Optional.empty();
            }

            @Override
            public Map<String, String> unused(Lab lab, Path folder) {
                List<String> manifests = lab.apps().stream().flatMap(app -> app.manifests().stream()).toList();
                return installed.forLab(new LabFolder(folder)).unused().stream().filter(one -> manifests.stream()
                        .noneMatch(path -> Path.of(one.name()).startsWith(path))).collect(Collectors.toMap(
                                LabTemplates.Unused::name, LabContextFactory::advice, (one, other) -> one,
                                TreeMap::new));
            }
        };
    }

    private static String advice(LabTemplates.Unused template) {
        return template.installed().isEmpty() ? "Give it the path of the template that it is to replace, see the "
                + "folder templates of hybridlab; or remove it." : "Move it to %s in the lab's folder: it then takes "
                .formatted(String.join(" or ", template.installed())) + "the place of hybridlab's.";
    }

    public Bundled bundled() {
        return new Bundled(bundles.releases().stream().map(Release::kubernetes).toList(),
                bundles.releases().stream().flatMap(release -> bundles.images(release.kubernetes()).values().stream())
                        .map(ImageSpec::reference).collect(Collectors.toSet()), Set.of());
    }

    private static boolean isWhole(Lab lab) {
        return !lab.nodes().isEmpty() && (lab.joinsExisting() || !lab.machines(Role.CONTROL_PLANE).isEmpty());
    }

    private static ManifestTemplates.Rendered rendered(String name, TracedText traced) {
        return traced.mistake().map(mistake -> ManifestTemplates.Rendered.wrong(new ManifestMark(name, mistake.line(),
                mistake.column()), mistake.reason())).orElseGet(() -> new ManifestTemplates.Rendered(traced.text(),
                place -> place(traced.origin(place.line(), place.column())), Optional.empty(), ""));
    }

    private static TextPlace place(int[] lineAndColumn) {
        return new TextPlace(lineAndColumn[0], lineAndColumn[1]);
    }

    private BoxSource boxes(OpenLab open) {
        ProviderName provider = open.choice().provider();
        return boxes.makesFor(provider)
                ? new BundleBox(bundles, boxes, provider, open.lab().kubernetes(), open.lab().firstNode().arch())
                : PublishedBox.usual();
    }
}

package org.hybridlab.config.file.reader;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.ComponentSettings;
import org.hybridlab.config.model.ContainerdVersion;
import org.hybridlab.config.model.ExistingCluster;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.Registry;
import org.hybridlab.config.model.TimeSettings;
import org.hybridlab.config.rules.core.AppFacts;

/** Makes a lab of a checked document, and fills in all defaults. */
public final class LabBuilder {
    private final Part root;
    private final Path file;
    private final Problems problems;
    private final Origins origins;

    public LabBuilder(Part root, Path file, Problems problems, Origins origins) {
        this.root = root;
        this.file = file;
        this.problems = problems;
        this.origins = origins;
    }

    public Lab build(OpenChoices choices) {
        KubernetesVersion kubernetes = VersionReader.read(root)
                .orElse(KubernetesBranch.newest().newestVersion());
        Optional<ProviderName> provider = choices.provider(root.text("provider").map(ProviderName::of));
        Network network = NetworkReader.read(root, choices, provider);
        AddressPool pool = new AddressPool(network.machines(), choices.addresses(), choices::machinesThere,
                problems);
        network.virtualAddress().ifPresent(pool::take);
        List<Machine> machines = new MachineReader(root, origins, kubernetes, pool,
                choices.simulatesWindows()).read();
        fixedAddresses();
        Optional<ExistingCluster> cluster = cluster();
        List<App> apps = new AppReader(root, manifests()).read();
        return new Lab(root.text("name").orElseGet(this::folderName), kubernetes,
                root.text("containerd").map(ContainerdVersion::parse),
                provider, cluster, withVirtualAddress(network, machines, pool), machines,
                root.flag("untaint").orElse(false), addons(cluster.isPresent(), apps), apps,
                CheckReader.read(root), outside(), time(), registries(network.machines()),
                new ComponentSettings(switches("featureGates"), switches("runtimeConfig")));
    }

    private Map<String, Boolean> switches(String key) {
        Map<String, Boolean> switches = new TreeMap<>();
        root.part(key).ifPresent(part -> part.pairs().map(Part::name)
                .forEach(name -> part.flag(name).ifPresent(value -> switches.put(name, value))));
        return switches;
    }

    private Optional<ExistingCluster> cluster() {
        return root.part("cluster").map(part -> new ExistingCluster(part.text("kubeconfig").orElse(""),
                part.text("context"), part.texts("gateways").stream().map(Ipv4::parse).toList()));
    }

    private Outside outside() {
        Optional<Part> proxy = root.part("proxy");
        Optional<Part> mirrors = root.part("mirrors");
        return new Outside(proxy.flatMap(part -> part.text("httpProxy")),
                proxy.flatMap(part -> part.text("httpsProxy")),
                proxy.map(part -> part.texts("noProxy")).orElse(List.of()),
                mirrors.flatMap(part -> part.text("registry")), mirrors.flatMap(part -> part.text("boxUrl")),
                mirrors.flatMap(part -> part.text("boxSha256")), mirrors.flatMap(part -> part.text("boxes")),
                new CertificateReader(new LabFolder(folder()), problems).read(root));
    }

    private TimeSettings time() {
        return root.part("time").map(part -> new TimeSettings(part.text("zone"), part.texts("servers")))
                .orElse(TimeSettings.NONE);
    }

    private List<Registry> registries(Cidr machines) {
        Stream<Registry> named = root.items("registries").stream().flatMap(item -> root.inner(item).stream())
                .map(part -> new Registry(part.text("host").orElse(""), part.texts("mirrors"),
                        part.flag("plainHttp").orElse(false), login(part)));
        return Stream.concat(named, Stream.of(Registry.ofLab(machines)).filter(own -> root.flag("registry")
                .orElse(false))).toList();
    }

    private static Optional<Registry.Login> login(Part part) {
        return part.part("login").flatMap(login -> password(login)
                .map(password -> new Registry.Login(login.text("username").orElse(""), password)));
    }

    private static Optional<Registry.Password> password(Part login) {
        Optional<Registry.Password> variable = login.text("passwordEnv").map(Registry.FromEnvironment::new);
        return variable.or(() -> login.text("passwordFile").map(Registry.FromFile::new));
    }

    /** A default switches no addon on in a cluster of others. */
    private List<Addon> addons(boolean joinsExisting, List<App> apps) {
        return Addons.installed().stream().filter(addon -> root.flag(addon.name())
                .orElseGet(() -> !joinsExisting && addon.key().byDefault().orElseGet(() ->
                        addon.need().filter(need -> need.isIn(manifests().texts(apps))).isPresent()))).toList();
    }

    private ManifestFolder manifests() {
        return new ManifestFolder(new LabFolder(folder()));
    }

    public List<AppFacts> appFacts(Lab lab, ManifestTemplates templates) {
        return lab.apps().stream().map(app -> new ManifestReader(manifests(),
                name -> templates.render(lab, app, folder(), name)).read(app)).toList();
    }

    /** Several control planes need a fixed address. It stays when one is left, since all nodes use it. */
    private Network withVirtualAddress(Network network, List<Machine> machines, AddressPool pool) {
        long controlPlanes = machines.stream().filter(Machine::isControlPlane).count();
        boolean needed = controlPlanes > 1 || controlPlanes == 1 && pool.hadVirtual();
        if (network.virtualAddress().isPresent() || !needed) {
            return network;
        }
        Optional<Ipv4> address = pool.virtual();
        if (address.isEmpty()) {
            root.value("machines").ifPresent(pool::exhausted);
        }
        return network.with(address);
    }

    private void fixedAddresses() {
        boolean open = root.part("network").flatMap(part -> part.value("machines")).isEmpty();
        root.part("network").flatMap(part -> part.value("virtualAddress")).filter(node -> open)
                .ifPresent(node -> problems.report(ReadingRules.VIRTUAL_ADDRESS_NEEDS_NETWORK, node,
                        "a virtual address needs a fixed network", "Write network.machines too, for example "
                                + "192.168.56.0/24."));
        for (Part machine : root.items("machines").stream().flatMap(item -> root.inner(item).stream()).toList()) {
            machine.value("address").ifPresent(address -> {
                if (machine.value("count").isPresent()) {
                    problems.report(ReadingRules.ADDRESS_WITH_COUNT, address, "a count of machines cannot share one "
                            + "address", "Remove it, or write the machines one by one.");
                } else if (open) {
                    problems.report(ReadingRules.ADDRESS_NEEDS_NETWORK, address, "a fixed address needs a fixed "
                            + "network", "Write network.machines too, for example 192.168.56.0/24.");
                }
            });
        }
    }

    private String folderName() {
        String name = Optional.ofNullable(folder().getFileName()).map(Path::toString).orElse("");
        boolean written = root.node().getValue().stream().anyMatch(pair -> Part.name(pair).equals("name"));
        LabSchema.nameAdvice(name).filter(advice -> !written).ifPresent(advice -> problems.report(
                ReadingRules.LAB_NAME_FOLDER, root.node().getStartMark(),
                "the lab has no name, and its folder's, '%s', is not one".formatted(name),
                "Write `name: ` and a lab's name. " + advice));
        return name;
    }

    public Path folder() {
        return Optional.ofNullable(file.toAbsolutePath().normalize().getParent()).orElse(Path.of("/"));
    }
}

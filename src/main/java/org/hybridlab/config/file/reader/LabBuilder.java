package org.hybridlab.config.file.reader;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.ContainerdVersion;
import org.hybridlab.config.model.ExistingCluster;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.Place;

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
        Stream.concat(Stream.of("name", "kubernetes", "containerd", "provider", "untaint", "apps", "checks"),
                Addons.installed().stream().map(Addon::name)).forEach(key ->
                        root.value(key).ifPresent(node -> origins.put(Place.of(key), node)));
        KubernetesVersion kubernetes = VersionReader.read(root)
                .orElse(KubernetesBranch.newest().newestVersion());
        Optional<ProviderName> provider = choices.provider(root.text("provider").map(ProviderName::of));
        Network network = new NetworkReader(root, origins).read(choices, provider);
        AddressPool pool = new AddressPool(network.machines(), choices.addresses(), choices::machinesThere,
                problems);
        network.virtualAddress().ifPresent(pool::take);
        List<Machine> machines = new MachineReader(root, origins, kubernetes, pool,
                choices.simulatesWindows()).read();
        fixedAddresses();
        Optional<ExistingCluster> cluster = ClusterReader.read(root, origins);
        return new Lab(root.text("name").orElseGet(this::folderName), kubernetes,
                root.text("containerd").map(ContainerdVersion::parse),
                provider, cluster, withVirtualAddress(network, machines, pool), machines,
                root.flag("untaint").orElse(false), addons(cluster.isPresent()),
                new AppReader(root, origins, new ManifestFolder(new LabFolder(folder()))).read(),
                new CheckReader(root, origins).read(), ProxyReader.read(root, origins),
                TimeReader.read(root, origins),
                RegistryReader.read(root, origins));
    }

    /** A default switches no addon on in a cluster of others. */
    private List<Addon> addons(boolean joinsExisting) {
        return Addons.installed().stream().filter(addon -> root.flag(addon.name())
                .orElse(addon.key().byDefault() && !joinsExisting)).toList();
    }

    public List<AppFacts> appFacts(Lab lab, ManifestTemplates templates) {
        ManifestFolder manifests = new ManifestFolder(new LabFolder(folder()));
        return lab.apps().stream().map(app -> new ManifestReader(manifests,
                name -> templates.render(lab, folder(), name)).read(app)).toList();
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

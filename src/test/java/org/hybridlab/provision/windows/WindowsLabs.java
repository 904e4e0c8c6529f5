package org.hybridlab.provision.windows;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.fake.Checkout;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.OlderBundles;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.render.WindowsFiles;
import org.hybridlab.provision.render.WindowsRendering;

/** Labs with Windows machines that tests share. */
public final class WindowsLabs {
    /** One for each way in which what is rendered differs. */
    public static final Map<String, String> VARIANTS = Map.of(
            "vxlan-services", "kubernetes: 1.37\nnetwork: {mode: flannel-vxlan}\n",
            "vxlan-daemonset", "kubernetes: 1.37\nnetwork: {mode: flannel-vxlan, windowsAgents: daemonset}\n",
            "host-gw-services", "kubernetes: 1.37\nnetwork: {mode: flannel-host-gw}\n",
            "host-gw-daemonset", "kubernetes: 1.37\nnetwork: {mode: flannel-host-gw, windowsAgents: daemonset}\n",
            // One Linux machine more: the gateway needs two.
            "tor-winbridge", "  - {name: node, memory: 2GiB}\nkubernetes: 1.37\n"
                    + "network: {mode: tor-winbridge, dns: {servers: [100.100.126.205, 100.100.126.206], "
                    + "search: [mylan.k8s, k8s.example]}}\n",
            "outside", """
                    kubernetes: 1.37
                    defaults: {shell: winrm}
                    proxy: {httpProxy: 'http://proxy.example:3128', noProxy: [.example]}
                    mirrors: {registry: 'http://mirror.example'}
                    time: {zone: Asia/Shanghai, servers: [ntp1.mylan.k8s, ntp2.mylan.k8s]}
                    registries: [{host: 'registry.example:5000', plainHttp: true}]
                    """);
    private static final String MACHINES = """
            name: hybrid
            provider: virtualbox
            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: win, os: windows, memory: 4GiB}
              - {name: windows-with-a-long-name, os: windows, memory: 4GiB, computerName: WINLONG}
            """;

    private static final Cidr MACHINE_NETWORK = Cidr.parse("192.168.57.0/24");
    /** Of the pod network, which a Windows node has got. */
    private static final Cidr SHARE = Cidr.parse("10.244.1.0/24");

    private WindowsLabs() {
    }

    /** As rendered for a variant once its nodes are there; no bundle need know its Kubernetes. */
    public static WindowsRendering rendered(String variant, Path folder) {
        Lab lab = lab(MACHINES + VARIANTS.get(variant), folder);
        Templates templates = Checkout.templates(folder);
        String flannel = flannel(variant, folder);
        WindowsRendering first = WindowsRendering.of(templates, new LabId("hybrid", "ea49ef"), lab,
                "ssh-ed25519 AAAA hybridlab", flannel);
        Map<String, WindowsFiles> files = first.machines().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey,
                machine -> WindowsFiles.render(templates, machine.getValue(), WindowsRendering.expected(lab, flannel),
                        Optional.of(SHARE))));
        return new WindowsRendering(first.machines(), files, first.accounts(), first.overlay());
    }

    /** The manifest of the pod network that such a lab's cluster gets. */
    static String flannel(String variant, Path folder) {
        Lab lab = lab(MACHINES + VARIANTS.get(variant), folder);
        return Checkout.templates(folder).render("kubernetes/flannel.yaml.ftl",
                Map.of("lab", lab, "controlPlane", lab.firstControlPlane(), "flannelImage", "any"));
    }

    /** What the rules say of such a lab with an app of this manifest. */
    public static List<Problem> problems(String variant, String manifest, Path folder) {
        return unchecked(() -> {
            Files.writeString(folder.resolve("it.yaml"), manifest);
            Path file = Files.writeString(folder.resolve("lab.yaml"), MACHINES + VARIANTS.get(variant)
                    + "untaint: true\napps: [{name: it, manifests: [it.yaml]}]\n");
            return LabFile.read(file, MACHINE_NETWORK).problems();
        });
    }

    public static LabContext labContext(String variant, Path folder, Processes processes) {
        Lab lab = lab(MACHINES + VARIANTS.get(variant), folder);
        return labContext(lab, folder, processes);
    }

    /** Of a lab whose machines have loopback addresses of this host, so that programs of this host can play them. */
    static LabContext nearby(String variant, Path folder) {
        return nearbyLab(VARIANTS.get(variant), folder);
    }

    /** The same with services over VXLAN and that branch's newest release. Labs of one folder share their cluster. */
    static LabContext nearby(KubernetesBranch branch, Path folder) {
        return nearbyLab("kubernetes: %s\nnetwork: {mode: flannel-vxlan}\n".formatted(branch.name()), folder);
    }

    private static LabContext nearbyLab(String text, Path folder) {
        // Another network for each process, so that runs on one host do not meet.
        long pid = ProcessHandle.current().pid();
        Cidr network = Cidr.parse("127.%d.%d.0/24".formatted(64 + pid / 256 % 128, pid % 256));
        Lab lab = on(network, lab(MACHINES + text, folder));
        return labContext(lab, folder, new LocalProcesses());
    }

    /** What no lab file may say: the rules refuse loopback networks. */
    private static Lab on(Cidr there, Lab lab) {
        Network network = lab.network();
        List<Machine> machines = lab.machines().stream().map(machine -> new Machine(machine.name(), machine.role(),
                machine.os(), machine.arch(), machine.cpus(), machine.memoryMiB(), machine.box(), machine.kubernetes(),
                there.address(machine.address().bits() - network.machines().network().bits()), machine.windows()))
                .toList();
        return new Lab(lab.name(), lab.kubernetes(), lab.containerd(), lab.provider(), lab.cluster(),
                new Network(network.mode(), there, network.pods(), network.services(), network.vni(), network.port(),
                        network.domain(), network.overlays(), network.virtualAddress(), network.dns()),
                machines, lab.untaint(), lab.addons(), lab.apps(), lab.checks(), lab.outside(), lab.time(),
                lab.registries(), lab.components());
    }

    public static Lab lab(String text, Path folder) {
        return unchecked(() -> {
            Path file = Files.writeString(folder.resolve("lab.yaml"), text);
            return LabFile.read(file, MACHINE_NETWORK).orThrow();
        });
    }

    /** What the user's cache has for such a lab's machines, or for this host; nothing is fetched. */
    public static Optional<Bundle> bundle(Lab lab, Os os) {
        LocalProcesses processes = new LocalProcesses();
        Path cache = UserFolders.of(System.getenv(), Path.of(System.getProperty("user.home"))).cache();
        return Bundles.of(Path.of("").toAbsolutePath(), cache, System.getenv(), processes)
                .cached(lab.kubernetes(), os, Arch.ofThisHost());
    }

    /** With Windows machines that are nodes only, if it has any. */
    public static LabContext simulating(String text, Path folder) {
        return unchecked(() ->
                simulating(Files.writeString(folder.resolve("lab.yaml"), text), ProviderName.DOCKER, folder));
    }

    public static LabContext simulating(Path file, ProviderName provider, Path folder) {
        return labContext(file, new Chosen(provider, true), folder);
    }

    public static LabContext created(Path file, ProviderName provider, Path folder) {
        return labContext(file, new Chosen(provider, false), folder);
    }

    private static LabContext labContext(Path file, Chosen chosen, Path folder) {
        return labContext(file, LabFile.read(file, chosen, HostView.unknown()).orThrow(), chosen.provider(), folder,
                new LocalProcesses());
    }

    private record Chosen(ProviderName provider, boolean simulatesWindows) implements OpenChoices {
        @Override
        public Optional<ProviderName> provider(Optional<ProviderName> written) {
            return Optional.of(provider);
        }

        @Override
        public Cidr machineNetwork(Optional<ProviderName> any, List<Cidr> others) {
            return MACHINE_NETWORK;
        }
    }

    public static LabContext labContext(Lab lab, Path folder, Processes processes) {
        return labContext(open(lab, folder), folder, processes);
    }

    /** On VirtualBox, with a workspace in the folder. */
    public static OpenLab open(Lab lab, Path folder) {
        return open(folder.resolve("lab.yaml"), lab, ProviderName.VIRTUALBOX, folder);
    }

    private static OpenLab open(Path file, Lab lab, ProviderName provider, Path folder) {
        return new OpenLab(new LabLocation(file.toAbsolutePath()), lab, Workspace.in(folder.resolve("w")),
                new ProviderChoice(provider, "the test says so"), List.of());
    }

    /** On docker, with programs of the test's own. */
    public static LabContext onDocker(String text, Path folder, Processes processes) {
        return labContext(folder.resolve("lab.yaml"), lab("provider: docker\n" + text, folder), ProviderName.DOCKER,
                folder, processes);
    }

    /** On libvirt, with programs of the test's own. */
    public static LabContext onLibvirt(String text, Path folder, Processes processes) {
        return labContext(folder.resolve("lab.yaml"), lab("provider: libvirt\n" + text, folder), ProviderName.LIBVIRT,
                folder, processes);
    }

    /** On any provider, with programs of the test's own. */
    public static LabContext on(ProviderName provider, String text, Path folder, Processes processes) {
        return labContext(folder.resolve("lab.yaml"), lab("provider: %s\n%s".formatted(provider.id(), text), folder),
                provider, folder, processes);
    }

    private static LabContext labContext(Path file, Lab lab, ProviderName provider, Path folder, Processes processes) {
        return labContext(open(file, lab, provider, folder), folder, processes);
    }

    /** @param folder of what would be the user's cache */
    public static LabContext labContext(OpenLab open, Path folder, Processes processes) {
        Bundles ours = Bundles.of(Checkout.HOME, folder, Map.of(), processes);
        boolean known = ours.releases().stream().anyMatch(
                one -> one.kubernetes().equals(open.lab().kubernetes()));
        return Checkout.workshop(folder, processes, known ? ours : OlderBundles.in(folder, Map.of())).labContext(open);
    }
}

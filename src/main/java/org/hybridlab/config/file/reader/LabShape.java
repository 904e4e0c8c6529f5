package org.hybridlab.config.file.reader;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.file.schema.BooleanShape;
import org.hybridlab.config.file.schema.ChoiceShape;
import org.hybridlab.config.file.schema.Field;
import org.hybridlab.config.file.schema.Forms;
import org.hybridlab.config.file.schema.ListShape;
import org.hybridlab.config.file.schema.MapShape;
import org.hybridlab.config.file.schema.MappingShape;
import org.hybridlab.config.file.schema.NumberShape;
import org.hybridlab.config.file.schema.TextOrMappingShape;
import org.hybridlab.config.file.schema.WindowsBuildShape;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.model.WindowsShell;

/** The keys of a lab file. Reader, schema and reference use this one description. */
public final class LabShape {
    private static final MappingShape BOX_KEYS = MappingShape.of("a box",
            Field.required("name", Forms.BOX, "Name", "As Vagrant calls it on this host. Of a box from a file or URL "
                    + "you choose the name.").examples("classroom/win-2022"),
            Field.optional("version", Forms.BOX_VERSION, "Version", "The version that Vagrant takes. Without it, the "
                    + "version that other machines of the lab have by default, the newest on this host, or the "
                    + "newest of all.").examples("2601.0.0"),
            Field.optional("url", Forms.BOX_PLACE, "URL", "Where the box file is: a URL, or a path on this host, "
                    + "absolute, from `~/` on, or from the lab's folder on. Without it, Vagrant asks its registry, or "
                    + "what `mirrors` names.").examples("https://boxes.example/win-2022.box"),
            Field.optional("sha256", Forms.SHA256, "SHA-256", "The sum of the box file at `url`. Vagrant takes no "
                    + "other content. Needed where the URL begins with `http://` and for a path in the lab's folder.")
                    .examples("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"));

    static final TextOrMappingShape BOX = new TextOrMappingShape(Forms.BOX, BOX_KEYS);

    private static final ChoiceShape OS = ChoiceShape.of("os-unknown", "A machine's os is linux or windows.",
            Stream.of(Os.values()).map(Os::id).toList(), "an operating system");
    private static final ChoiceShape ARCH = ChoiceShape.of("arch-unknown", "A machine's arch is amd64 or arm64.",
            Stream.of(Arch.values()).map(Arch::id).toList(), "an architecture");
    private static final ChoiceShape ROLE = ChoiceShape.of("role-unknown",
            "A machine's role is control-plane, worker or etcd.",
            Stream.of(Role.values()).map(Role::id).toList(), "a role");
    private static final ChoiceShape PROVIDER = ChoiceShape.of("provider-unknown",
            "The provider is one that hybridlab can drive.",
            Stream.of(ProviderName.values()).map(ProviderName::id).toList(), "a provider");
    private static final NumberShape CPUS = NumberShape.of("cpus-range", "A machine has 1 to 64 processors.", 1, 64,
            "a number of processors");
    private static final NumberShape COUNT = NumberShape.of("count-range", "A count is 1 to 50 machines.", 1, 50,
            "a number of machines");

    private static final ChoiceShape SHELL = ChoiceShape.of("shell-unknown", "A shell is winssh or winrm.",
            Stream.of(WindowsShell.values()).map(WindowsShell::id).toList(), "a way into a Windows machine");

    private static final MappingShape DEFAULTS = MappingShape.of("defaults",
            Field.optional("os", OS, "Operating system", "For machines that do not say theirs.").absent("linux"),
            Field.optional("arch", ARCH, "Architecture", "For machines that do not say theirs.").absent("amd64"),
            Field.optional("cpus", CPUS, "Processors", "For machines that do not say theirs.").absent(2),
            Field.optional("memory", Forms.MEMORY, "Memory", "For machines that do not say theirs.").absent("2GiB"),
            Field.optional("box", BOX, "Box", "The Vagrant box for machines that do not say theirs. "
                    + "Without it, the provider's own default for the machine's os and arch."),
            Field.optional("build", WindowsBuildShape.BUILD, "Windows build",
                    "For Windows machines that do not say theirs.").absent(20_348),
            Field.optional("shell", SHELL, "Shell", "For Windows machines that do not say theirs.").absent("winssh"));

    private static final MappingShape MACHINE = MappingShape.of("a machine",
            Field.required("name", Forms.MACHINE_NAME, "Name",
                    "The machine's name, which is also its host name and its node's name. "
                    + "With `count`, a number is added to it.").examples("control", "node"),
            Field.optional("role", ROLE, "Role",
            "What the machine is for. `etcd` is for a member of etcd alone: no node "
                    + "of the cluster. Without such machines each control plane has a member.").absent("worker"),
            Field.optional("count", COUNT, "Count", "Makes so many machines alike, called `name1`, `name2` and so on. "
                    + "Without it there is one, called by the name as it stands."),
            Field.optional("os", OS, "Operating system", "Without it, that of `defaults`."),
            Field.optional("arch", ARCH, "Architecture", "Without it, that of `defaults`."),
            Field.optional("cpus", CPUS, "Processors", "Without it, those of `defaults`."),
            Field.optional("memory", Forms.MEMORY, "Memory", "Without it, that of `defaults`.").examples("3000MiB"),
            Field.optional("box", BOX, "Box",
                    "The Vagrant box: its name, or keys that also say where it comes "
                    + "from. Without it, that of `defaults`.").examples("bento/ubuntu-24.04"),
            Field.optional("kubernetes", Forms.KUBERNETES, "Kubernetes version",
                    "The version of this machine's kubelet, up to three branches behind the lab's; kubeadm and all "
                    + "images are the lab's. Without it, the lab's.").examples(1.35),
            Field.optional("address", Forms.ADDRESS, "Address",
                    "A fixed address in `network.machines`, which must then be there too. "
                    + "Without it, the next free one from the eleventh on.").examples("192.168.56.21"),
            Field.optional("build", WindowsBuildShape.BUILD, "Windows build",
                    "Of a Windows machine, by number or by name. It decides which images run on it. "
                    + "Without it, that of `defaults`.").examples(2025),
            Field.optional("computerName", Forms.COMPUTER_NAME, "Computer name",
                    "Of a Windows machine whose name is too long for one; the node keeps the machine's name. "
                    + "With `count`, a number is added to it. Without it, the machine's name.").examples("WIN-NODE"),
            Field.optional("shell", SHELL, "Shell", "How Vagrant gets into a Windows machine first: `winssh`, or "
                    + "`winrm` where its box has no OpenSSH, which is then installed from Windows Update. "
                    + "Without it, that of `defaults`."),
            Field.optional("labels", new MapShape(Forms.LABEL_KEY, Forms.LABEL_VALUE,
                            "Write for example {tier: front}."),
                    "Labels", "Of the machine's node, besides those of Kubernetes. One that you take out of the lab "
                    + "file goes from the node with the next `up`.").examples(Map.of("tier", "front")),
            Field.optional("taints", ListShape.of(Forms.TAINT, 20), "Taints",
                    "Of the machine's node, as kubectl writes them: `key=value:Effect`. One that you take out of the "
                    + "lab file goes with the next `up`.")
                    .examples(List.of("dedicated=build:NoSchedule")),
            Field.optional("windowsTaint", new BooleanShape(), "Windows taint",
                    "Whether a Windows machine's node has the taint `os=windows:NoSchedule`, which keeps pods off "
                    + "it that do not know Windows. Without it, it has."));

    private LabShape() {
    }

    /** A lab file, with a key for each addon of the installation. */
    public static MappingShape lab() {
        return new MappingShape("a lab file", Stream.of(List.of(
            Field.optional("name", Forms.LAB_NAME, "Name", "Without it, the name of the lab file's folder.")
                    .examples("first-cluster"),
            Field.optional("kubernetes", Forms.KUBERNETES, "Kubernetes version",
                    "A branch, of which the newest release that hybridlab knows is taken, or a release. "
                    + "`1.30` may stand without quotes.").absent(1.36).examples("1.36.3"),
            Field.optional("containerd", Forms.CONTAINERD, "containerd version",
                    "Without it, the one that hybridlab's bundle carries.").examples("2.3.7"),
            Field.optional("provider", PROVIDER, "Provider",
                    "Where machines run. Without it, the best one that the host can run."),
            Field.optional("defaults", DEFAULTS, "Defaults", "What holds for machines that do not say otherwise."),
            Field.required("machines", ListShape.of(MACHINE, 100)
                    .notEmpty("machines-empty", "A lab has at least one machine."), "Machines",
                    "The machines of the lab. One of them is a control plane, unless they join a `cluster`.")
                    .examples(List.of(
                            new TreeMap<>(Map.of("name", "control", "role", "control-plane")),
                            new TreeMap<>(Map.of("name", "node", "count", 2)))),
            Field.optional("cluster", ClusterReader.CLUSTER, "Cluster",
                    "An existing cluster, which the machines join. `network` then says what that cluster "
                    + "has. Without it, the lab makes one."),
            Field.optional("network", NetworkReader.NETWORK, "Network", "The lab's networks."),
            Field.optional("untaint", new BooleanShape(), "Untaint",
                    "Whether control planes also run ordinary pods.").absent(false)),
            addons(), List.of(
            Field.optional("apps", AppReader.APPS, "Apps", "What is deployed once the nodes are ready."),
            Field.optional("checks", CheckReader.CHECKS, "Checks",
                    "What must be true of the running lab, besides the checks that every lab gets."),
            Field.optional("proxy", ProxyReader.PROXY, "Proxy",
                    "The proxy that machines and host use for what is not in the lab. Without it, none."),
            Field.optional("mirrors", ProxyReader.MIRRORS, "Mirrors",
                    "Servers that are asked for images and boxes in place of the public ones."),
            Field.optional("time", TimeReader.TIME, "Time", "The machines' clocks."),
            Field.optional("registries", RegistryReader.REGISTRIES, "Registries",
                    "Image registries that are not simply asked by their names.")))
            .flatMap(List::stream).toList(), Optional.empty());
    }

    private static List<Field> addons() {
        return Addons.installed().stream().map(addon -> Field.optional(addon.name(), new BooleanShape(),
                addon.key().title(), addon.key().help()).absent(addon.key().byDefault())).toList();
    }
}

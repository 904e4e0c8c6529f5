package org.hybridlab.config.file.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NodeSettings;
import org.hybridlab.config.model.NodeTaint;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.config.model.WindowsShell;
import org.yaml.snakeyaml.nodes.Node;

final class MachineReader {
    private static final int CPUS = 2;
    private static final int MEMORY_MIB = 2048;
    private static final List<String> WINDOWS_KEYS = List.of("build", "computerName", "shell", "windowsTaint");

    /** Written by kubelets and kubeadm. */
    private static final Set<String> RESERVED = Set.of("kubernetes.io/hostname", "kubernetes.io/os",
            "kubernetes.io/arch", "beta.kubernetes.io/os", "beta.kubernetes.io/arch",
            "node.kubernetes.io/windows-build", "node-role.kubernetes.io/control-plane",
            "node.kubernetes.io/exclude-from-external-load-balancers");

    private final Part lab;
    private final Origins origins;
    private final KubernetesVersion kubernetes;
    private final AddressPool pool;
    private final boolean simulatesWindows;
    private final List<Machine> machines = new ArrayList<>();

    /** @param simulatesWindows whether Windows machines are nodes only */
    MachineReader(Part lab, Origins origins, KubernetesVersion kubernetes, AddressPool pool,
                  boolean simulatesWindows) {
        this.lab = lab;
        this.origins = origins;
        this.kubernetes = kubernetes;
        this.pool = pool;
        this.simulatesWindows = simulatesWindows;
    }

    /** In the order of the file, with each count expanded. Fewer if addresses run out. */
    List<Machine> read() {
        List<Part> parts = lab.items("machines").stream().flatMap(item -> lab.inner(item).stream()).toList();
        parts.forEach(part -> address(part).ifPresent(pool::take));
        parts.forEach(part -> pool.name(names(part)));
        parts.forEach(this::readOne);
        return machines;
    }

    private void readOne(Part part) {
        List<String> names = names(part);
        if (names.isEmpty()) {
            return;
        }
        windowsKeys(part);
        nodeKeys(part);
        for (String name : names) {
            Optional<Ipv4> address = address(part).or(() -> pool.of(name));
            if (address.isEmpty()) {
                pool.exhausted(part.node());
                return;
            }
            origins.machine(part.node());
            machines.add(machine(part, name, computerName(part, name, names.indexOf(name) + 1), address.get()));
        }
    }

    private static List<String> names(Part part) {
        Optional<Integer> count = part.number("count");
        return part.text("name").filter(name -> !name.isEmpty()).map(name -> IntStream.rangeClosed(1, count.orElse(1))
                .mapToObj(number -> count.isPresent() ? name + number : name).toList()).orElse(List.of());
    }

    private Machine machine(Part part, String name, String computerName, Ipv4 address) {
        return new Machine(name,
                part.text("role").map(Role::of).orElse(Role.WORKER),
                os(part),
                setting(part, "arch").map(Arch::of).orElse(Arch.AMD64),
                part.number("cpus").or(() -> defaults().flatMap(all -> all.number("cpus"))).orElse(CPUS),
                setting(part, "memory").map(MachineReader::mebibytes).orElse(MEMORY_MIB),
                box(part),
                VersionReader.read(part).orElse(kubernetes),
                address,
                os(part) == Os.WINDOWS ? Optional.of(windows(part, computerName)) : Optional.empty(),
                new NodeSettings(labels(part), taints(part)));
    }

    private Optional<BoxChoice> box(Part part) {
        return written(part, "box").flatMap(node -> part.inner(node).flatMap(box -> box.text("name")
                .map(name -> new BoxChoice(name, box.text("version"), box.text("url"), box.text("sha256"))))
                .or(() -> Scalar.of(node).map(Scalar::text).map(BoxChoice::named)));
    }

    private static Map<String, String> labels(Part part) {
        Map<String, String> labels = new TreeMap<>();
        part.part("labels").ifPresent(pairs -> pairs.pairs().forEach(pair -> Scalar.of(pair.getValueNode())
                .ifPresent(value -> labels.put(Part.name(pair), value.text()))));
        return labels;
    }

    private List<NodeTaint> taints(Part part) {
        return Stream.concat(windowsTaint(part), part.texts("taints").stream().map(NodeTaint::parse)).toList();
    }

    private Stream<NodeTaint> windowsTaint(Part part) {
        return os(part) == Os.WINDOWS && part.flag("windowsTaint").orElse(true) ? Stream.of(NodeTaint.WINDOWS)
                : Stream.empty();
    }

    private WindowsSettings windows(Part part, String computerName) {
        return new WindowsSettings(
                written(part, "build").flatMap(Scalar::of).flatMap(MachineReader::build)
                        .orElse(WindowsBuild.usual()),
                computerName,
                setting(part, "shell").map(WindowsShell::of).orElse(WindowsShell.WINSSH),
                simulatesWindows);
    }

    /** By value: {@code 0x4f7c} and {@code 20348} are one number. */
    private static Optional<WindowsBuild> build(Scalar scalar) {
        return WindowsBuild.of(scalar.integer().map(Object::toString).orElse(scalar.text()));
    }

    private static String computerName(Part part, String machineName, int number) {
        return part.text("computerName").map(name -> part.value("count").isPresent() ? name + number : name)
                .orElse(machineName);
    }

    private void windowsKeys(Part part) {
        if (os(part) == Os.WINDOWS) {
            return;
        }
        WINDOWS_KEYS.stream().flatMap(key -> part.value(key).stream()).forEach(node -> part.problems().report(
                ReadingRules.WINDOWS_KEYS, node, "this is a Linux machine, and the key is for Windows machines only",
                "Remove it, or write `os: windows`."));
    }

    private void nodeKeys(Part part) {
        if (part.text("role").map(Role::of).orElse(Role.WORKER) == Role.ETCD) {
            Stream.of("labels", "taints").flatMap(key -> part.value(key).stream())
                    .forEach(node -> part.problems().report(ReadingRules.NODE_KEYS, node,
                            "this machine is for etcd alone, and no node of the cluster",
                    "Remove it."));
        }
        part.part("labels").stream().flatMap(Part::pairs).filter(pair -> isReserved(Part.name(pair)))
                .forEach(pair -> part.problems().report(ReadingRules.LABEL_RESERVED, pair.getKeyNode(),
                        "every node has its own %s already".formatted(Part.name(pair)), "Use another key."));
        List<NodeTaint> seen = new ArrayList<>(windowsTaint(part).toList());
        for (Node item : part.items("taints")) {
            NodeTaint taint = NodeTaint.parse(Scalar.of(item).map(Scalar::text).orElseThrow());
            if (seen.stream().anyMatch(taint::sameAs)) {
                part.problems().report(ReadingRules.DUPLICATE_TAINT, item,
                        "the machine has a taint %s:%s already".formatted(taint.key(), taint.effect()),
                        "Keep one of the two. Windows machines have os=windows:NoSchedule unless you write "
                        + "`windowsTaint: false`.");
            }
            seen.add(taint);
        }
    }

    private static boolean isReserved(String key) {
        return RESERVED.contains(key) || key.startsWith("hybridlab.org/");
    }

    private Os os(Part part) {
        return setting(part, "os").map(Os::of).orElse(Os.LINUX);
    }

    private Optional<Ipv4> address(Part part) {
        return part.text("address").map(Ipv4::parse);
    }

    private Optional<String> setting(Part part, String key) {
        return part.text(key).or(() -> defaults().flatMap(all -> all.text(key)));
    }

    private Optional<Node> written(Part part, String key) {
        return part.value(key).or(() -> defaults().flatMap(all -> all.value(key)));
    }

    private Optional<Part> defaults() {
        return lab.part("defaults");
    }

    private static int mebibytes(String text) {
        int number = Integer.parseInt(text.substring(0, text.length() - 3));
        return text.endsWith("GiB") ? number * 1024 : number;
    }
}

package org.hybridlab.provision;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.template.Templates;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.RenderedFiles;
import org.hybridlab.provision.render.WindowsFiles;
import org.hybridlab.provision.render.WindowsRendering;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;

/** What the steps of a lab's plan are made of: the class of each, classes that it names, and files that it brings. */
final class StepSources {
    /** The files that only these steps bring, as rendered for the lab. */
    private static final Map<String, List<String>> FILES = Map.ofEntries(
            Map.entry("machine-running", List.of("Vagrantfile", "key.ps1")),
            Map.entry("machine-prepared", List.of("prepare.sh", "prepare.ps1")),
            Map.entry("machine-equipped", List.of("install.sh")),
            Map.entry("features-installed", List.of("features.ps1")),
            Map.entry("containerd-running", List.of("containerd.ps1", "config.toml")),
            Map.entry("images-present", List.of("images.ps1")),
            Map.entry("kubelet-installed", List.of("kubelet.ps1", "start-kubelet.ps1")),
            Map.entry("node-joined", List.of("join.ps1")),
            Map.entry("overlay-in-place", List.of("overlay.ps1", "net-conf.json", "cni-conf.json",
                    "start-flanneld.ps1", "start-kube-proxy.ps1", "start-pod-network.ps1")),
            Map.entry("hns-network-present", List.of("hns.ps1")),
            Map.entry("windows-accounts-applied", List.of("accounts.yaml")),
            Map.entry("windows-bundle-ready", List.of("bundle/manifest.yaml")),
            Map.entry("control-plane-initialised", List.of("kubeadm-init.yaml")),
            Map.entry("etcd-member-running", List.of("etcd.sh")),
            Map.entry("gateway-held", List.of("gateway.sh")),
            Map.entry("pod-network-applied", List.of("flannel.yaml")));

    private final LabContext tools;
    private final Map<String, Step> steps;
    private final Map<String, WindowsFiles> windows;

    private StepSources(LabContext tools, Map<String, Step> steps, Map<String, WindowsFiles> windows) {
        this.tools = tools;
        this.steps = steps;
        this.windows = windows;
    }

    /** With real Windows machines, whose nodes have a share of the pod network. */
    static StepSources of(String lab, Path folder) {
        LabContext tools = WindowsLabs.created(Path.of("labs", lab, "lab.yaml"), ProviderName.VIRTUALBOX, folder);
        Templates templates = Templates.of(Path.of("").toAbsolutePath(), folder);
        Map<String, WindowsFiles> windows = tools.lab().madeWindowsMachines().stream()
                .collect(Collectors.toMap(Machine::name, machine -> WindowsFiles.render(templates,
                        tools.windowsMachine(machine), WindowsRendering.expected(tools.lab(),
                        tools.files().podNetwork()), Optional.of(Cidr.parse("10.244.1.0/24")))));
        return new StepSources(tools, UpPlanner.plan(tools).steps().stream()
                .collect(Collectors.toMap(Step::id, step -> step)), windows);
    }

    boolean isStep(String id) {
        return steps.containsKey(id);
    }

    /** @param source a file that one of the steps brings, or the simple name of a class that does it */
    boolean has(List<String> ids, String source, String text) {
        return ids.stream().flatMap(id -> texts(id, source)).anyMatch(content -> content.contains(text));
    }

    private Stream<String> texts(String id, String source) {
        String kind = id.replaceFirst("/.*", "");
        String about = id.replaceFirst("[^/]*/?", "");
        if (kind.startsWith("app-") && source.equals("apps/%s.yaml".formatted(about))) {
            return Stream.of(tools.files().manifests().get(about));
        }
        if (FILES.getOrDefault(kind, List.of()).contains(source)) {
            return file(source, about).stream();
        }
        Optional<Path> own = javaFile(steps.get(id).action().getClass().getSimpleName());
        boolean named = own.isPresent() && source.matches("[A-Z][A-Za-z0-9]+")
                && read(own.get()).matches("(?s).*\\b%s\\b.*".formatted(source));
        return named ? javaFile(source).map(StepSources::read).stream() : Stream.of();
    }

    private Optional<String> file(String name, String machine) {
        if (windows.containsKey(machine) && name.matches(".*\\.(ps1|toml|json)")) {
            return Optional.of(windows.get(machine).text(name));
        }
        RenderedFiles files = tools.files();
        return Optional.ofNullable(switch (name) {
            case "Vagrantfile" -> files.vagrantfile();
            case "prepare.sh" -> files.prepare().get(machine);
            case "install.sh" -> files.install().get(machine);
            case "etcd.sh" -> files.etcd().get(machine);
            case "kubeadm-init.yaml" -> files.kubeadmInit();
            case "flannel.yaml" -> files.podNetwork();
            case "accounts.yaml" -> files.windows().accounts();
            case "gateway.sh" -> read(Path.of("templates/linux/gateway.sh.ftl"));
            case "bundle/manifest.yaml" -> read(Path.of(name));
            default -> null;
        });
    }

    private static Optional<Path> javaFile(String type) {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(file -> file.endsWith(type + ".java")).findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

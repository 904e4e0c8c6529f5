package org.hybridlab.provision;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.Checks;
import org.hybridlab.check.core.Check;
import org.hybridlab.common.template.Templates;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.Checkout;
import org.hybridlab.provision.change.RecordedAction;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.network.GatewayTexts;
import org.hybridlab.provision.render.RenderedFiles;
import org.hybridlab.provision.render.WindowsFiles;
import org.hybridlab.provision.render.WindowsRendering;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;

/**
 * What does what a lab's hand steps were, and what it is made of: steps with their files as rendered, checks, commands,
 * the class of each, and classes that it names.
 */
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
            Map.entry("windows-bundle-ready", List.of("data/bundle/manifest.yaml")),
            Map.entry("control-plane-initialised", List.of("kubeadm-init.yaml")),
            Map.entry("etcd-member-running", List.of("etcd.sh")),
            Map.entry("gateway-held", List.of("gateway.sh")),
            Map.entry("pod-network-applied", List.of("flannel.yaml")));

    private static final Cidr SHARE = Cidr.parse("10.244.1.0/24");
    /** A line of a lab file that has a comment in its place: what its reader may write there. */
    private static final Pattern COMMENTED = Pattern.compile("(?m)^( *)# ((\\w+): \\{.*}\\n)\\1\\3: .*\\n");
    private static final Pattern SCRIPT = Pattern.compile("\"([a-z-]+\\.sh)\"");
    private static final List<String> COMMANDS = List.of("setup", "ssh", "status", "kubeconfig", "open", "suspend",
            "halt", "destroy", "logs", "diagnose");

    private final LabContext labContext;
    private final Map<String, Step> steps;
    private final Map<String, Check> checks;
    private final Map<String, WindowsFiles> windows;

    private StepSources(LabContext labContext, Map<String, Step> steps, Map<String, Check> checks,
                        Map<String, WindowsFiles> windows) {
        this.labContext = labContext;
        this.steps = steps;
        this.checks = checks;
        this.windows = windows;
    }

    /** With real Windows machines, whose nodes have a share of the pod network. */
    static StepSources of(String lab, Path folder) {
        return of(Path.of("labs", lab, "lab.yaml"), folder);
    }

    /** Of the lab with what its file has in comments, where only the text's author has it: servers of his own. */
    static StepSources ofComments(String lab, Path folder) {
        Path from = Path.of("labs", lab);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = folder.resolve(lab).resolve(from.relativize(file));
                Files.createDirectories(to.getParent());
                Files.write(to, Files.readAllBytes(file));
            }
            return of(Files.writeString(folder.resolve(lab).resolve("lab.yaml"),
                    COMMENTED.matcher(read(from.resolve("lab.yaml"))).replaceAll("$1$2")), folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StepSources of(Path file, Path folder) {
        LabContext labContext = WindowsLabs.created(file, ProviderName.VIRTUALBOX, folder);
        Templates templates = Checkout.templates(folder);
        Map<String, WindowsFiles> windows = labContext.lab().madeWindowsMachines().stream()
                .collect(Collectors.toMap(Machine::name, machine -> WindowsFiles.render(templates,
                        labContext.windowsMachine(machine), WindowsRendering.expected(labContext.lab(),
                        labContext.files().podNetwork()), Optional.of(SHARE))));
        return new StepSources(labContext, UpPlanner.plan(labContext).steps().stream()
                .collect(Collectors.toMap(Step::id, step -> step)), Checks.of(labContext.lab()).stream()
                .collect(Collectors.toMap(check -> "check " + check.id(), check -> check)), windows);
    }

    /** @param item id of a step with real Windows machines, "check ID" for a check, "hybridlab NAME" for a command */
    boolean isThere(String item) {
        return !doneBy(item).isEmpty();
    }

    /** Steps of different machines are of one kind. */
    static String kind(String item) {
        return item.contains(" ") ? item : item.replaceFirst("/.*", "");
    }

    /** @param source a file that the item brings, or the simple name of a class that does it */
    boolean has(String item, String source, String text) {
        return texts(item, source).anyMatch(content -> content.contains(text));
    }

    private Stream<String> texts(String id, String source) {
        String kind = kind(id);
        String about = id.replaceFirst("[^/]*/?", "");
        if (id.startsWith("check lab/") && source.equals("lab.yaml")) {
            return Stream.of(read(Path.of("labs", labContext.lab().name(), source)));
        }
        if (kind.startsWith("app-") && source.equals("apps/%s.yaml".formatted(about))) {
            return Stream.of(labContext.files().manifests().get(about));
        }
        if (FILES.getOrDefault(kind, List.of()).contains(source)) {
            return file(source, about).stream();
        }
        Optional<Path> own = javaFile(doneBy(id));
        boolean named = own.isPresent() && source.matches("[A-Z][A-Za-z0-9]+")
                && read(own.get()).matches("(?s).*\\b%s\\b.*".formatted(source));
        return named ? javaFile(source).stream().flatMap(StepSources::withScripts) : Stream.of();
    }

    /** A class, and the scripts that lie beside it and that it names. */
    private static Stream<String> withScripts(Path javaFile) {
        String text = read(javaFile);
        Path resources = Path.of(javaFile.getParent().toString().replace("src/main/java", "src/main/resources"));
        return Stream.concat(Stream.of(text), SCRIPT.matcher(text).results()
                .map(name -> read(resources.resolve(name.group(1)))));
    }

    /** A class' simple name; empty if there is no such thing. */
    private String doneBy(String item) {
        if (steps.containsKey(item)) {
            Action action = steps.get(item).action();
            return (action instanceof RecordedAction noted ? noted.action() : action).getClass()
                    .getNestHost().getSimpleName();
        }
        if (checks.containsKey(item)) {
            return checks.get(item).getClass().getNestHost().getSimpleName();
        }
        String command = item.replaceFirst("hybridlab ", "");
        return COMMANDS.contains(command) && !command.equals(item)
                ? Character.toUpperCase(command.charAt(0)) + command.substring(1) + "Command" : "";
    }

    private Optional<String> file(String name, String machine) {
        if (windows.containsKey(machine) && name.matches(".*\\.(ps1|toml|json)")) {
            return Optional.of(windows.get(machine).text(name));
        }
        RenderedFiles files = labContext.files();
        return Optional.ofNullable(switch (name) {
            case "Vagrantfile" -> files.vagrantfile();
            case "prepare.sh" -> files.prepare().get(machine);
            case "install.sh" -> files.install().get(machine);
            case "etcd.sh" -> files.etcd().get(machine);
            case "kubeadm-init.yaml" -> files.kubeadmInit();
            case "flannel.yaml" -> files.podNetwork();
            case "accounts.yaml" -> files.windows().accounts();
            case "gateway.sh" -> GatewayTexts.ofHolder(labContext, machine, SHARE);
            case "data/bundle/manifest.yaml" -> read(Path.of(name));
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
        return unchecked(() -> Files.readString(file));
    }
}

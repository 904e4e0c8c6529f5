package org.hybridlab.provision.up;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.template.LabTemplates;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.common.workspace.ShortHash;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.file.reader.Kustomization;
import org.hybridlab.config.model.CheckSpec;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.Registry;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.render.AppManifests;
import org.hybridlab.provision.render.HostPath;
import org.hybridlab.provision.source.ChartFiles;
import org.hybridlab.provision.source.KustomizationFiles;

/**
 * What a lab would do beyond creating machines from hybridlab's own parts: a list for its user's consent. Files have a
 * hash, so that changed content needs consent again. If machines share the host's kernel, what runs in them counts as
 * an effect on the host.
 */
public final class LabEffects {
    /** In YAML of either style, and in JSON. */
    private static final Pattern IMAGE = Pattern.compile(
            "(?m)(?:^|[\\s{,])[\"']?(?:image|newName)[\"']?\\s*:\\s*[\"']?([^\"'\\s#,}]+)");
    /** At the end of a line only without quotes, which may contain a #. */
    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*#.*$|[ \\t]#[^\"'\\n]*$");
    private static final Pattern FILLED_IN = Pattern.compile("\\[=|\\$\\{|\\{\\{");

    private static final String READS_FOLDER = "read templates and other files of its folder";

    private static final int SHOWN_BYTES = 12;

    private final OpenLab open;
    private final Lab lab;
    private final Path folder;
    private final List<String> onHost = new ArrayList<>();
    private final List<String> inMachines = new ArrayList<>();

    private LabEffects(OpenLab open) {
        this.open = open;
        this.lab = open.lab();
        this.folder = open.folder().path();
    }

    /** @param here hybridlab's boxes that Vagrant has; it would ask its public catalogue for others */
    public static LabEffects of(OpenLab open, Path home, List<LocalBox> here) {
        LabEffects effects = new LabEffects(open);
        List<String> templates = LabTemplates.in(open.folder(), home);
        // Templates include others, so all includable files count. Nothing else is read from here on.
        String hash = open.folder().list(templates.isEmpty() ? List.of() : open.folder().includable());
        effects.checks();
        effects.apps(templates.isEmpty());
        effects.lab.registries().stream().filter(one -> !effects.lab.ownRegistry().equals(Optional.of(one)))
                .forEach(effects::registry);
        effects.lab.ownRegistry().ifPresent(own -> effects.onHost.add("run a registry on this host, for pushes at %s "
                .formatted(Registry.PUSHED_TO) + "and for the machines at this host's address in their network"));
        effects.outside(effects.lab.outside());
        effects.lab.cluster().ifPresent(cluster -> effects.onHost.add(
                "join machines to the cluster of the kubeconfig %s, as its administrator".formatted(
                        effects.kubeconfig(cluster.kubeconfig()))));
        effects.boxes(here);
        effects.templates(templates, hash);
        return effects;
    }

    /** Effects on this host. Additions need consent again. */
    public List<String> toAgreeTo() {
        return sharesKernel() || lab.joinsExisting()
                ? Stream.concat(onHost.stream(), inMachines.stream()).toList() : List.copyOf(onHost);
    }

    /** What runs here comes last. */
    public List<String> onHost() {
        return Stream.concat(Stream.of(sharesKernel()
                ? "make machines that are containers with all rights: root in them is root on this host"
                : "make virtual machines with " + open.choice().provider().traits().title()), onHost.stream()).toList();
    }

    public List<String> inMachines() {
        return List.copyOf(inMachines);
    }

    private boolean sharesKernel() {
        return open.choice().provider().traits().sharesKernel();
    }

    private void templates(List<String> own, String hash) {
        for (String name : own) {
            boolean ruby = name.equals("Vagrantfile.ftl") || name.endsWith(".rb.ftl");
            (ruby ? onHost : inMachines).add(ruby
                    ? "run its own %s on this host, as you".formatted(name)
                    : "use its own template %s in the machines, as root".formatted(name));
        }
        if (!own.isEmpty()) {
            onHost.add("%s (%s)".formatted(READS_FOLDER, hash));
        }
    }

    private void boxes(List<LocalBox> here) {
        TreeSet<String> boxes = new TreeSet<>();
        TreeSet<String> places = new TreeSet<>();
        lab.madeMachines().stream().flatMap(machine -> machine.box().stream()).forEach(box -> box.url().ifPresentOrElse(
                url -> places.add("get the box %s from %s%s: its Vagrantfile runs on this host as you".formatted(
                        box.title(), box.isPath() ? hostFile(url) : url,
                        box.sha256().map(" (sha256 %s)"::formatted).orElse(""))),
                () -> boxes.add(box.name())));
        boxes.removeIf(name -> isUsual(name) || here.stream().anyMatch(box -> box.name().equals(name)
                && box.provider() == open.choice().provider()));
        boxes.forEach(name -> onHost.add("start machines from the box %s, whose Vagrantfile runs on this host as you"
                .formatted(name)));
        onHost.addAll(places);
    }

    /** Whether it is hybridlab's own default. */
    private static boolean isUsual(String name) {
        return KnownBoxes.installed().named(name).filter(box -> box.build().isPresent() && !box.use().equals("named"))
                .isPresent();
    }

    private void outside(Outside outside) {
        outside.boxUrl().ifPresent(url -> onHost.add(
                "get the machines' box from %s%s: its Vagrantfile runs on this host as you".formatted(url,
                        outside.boxSha256().map(" (sha256 %s)"::formatted).orElse(""))));
        outside.boxMirror().ifPresent(url -> onHost.add(
                "get boxes from %s: their Vagrantfiles run on this host as you".formatted(url)));
        Stream.concat(outside.httpProxy().stream(), outside.httpsProxy().stream()).distinct()
                .forEach(url -> onHost.add("send what this host and the machines ask the outside through " + url));
        outside.certificates().forEach(file -> inMachines.add("trust the certificates in %s (sha256 %s)".formatted(
                file.path(), ShortHash.of(String.join("", file.certificates()), SHOWN_BYTES))));
        outside.registryMirror().ifPresent(url -> inMachines.add("take images from " + url));
    }

    private void registry(Registry registry) {
        registry.mirrors().forEach(url -> inMachines.add("take images of %s from %s".formatted(registry.host(), url)));
        registry.login().ifPresent(login -> onHost.add("send the password in %s of this host to %s, as %s".formatted(
                login.password() instanceof Registry.FromEnvironment variable
                        ? "the environment variable " + variable.variable()
                        : "the file " + hostFile(((Registry.FromFile) login.password()).path()),
                registry.server(), login.username())));
        if (registry.login().isPresent()) {
            registry.mirrors().forEach(url -> onHost.add("send that password also to " + url));
        }
    }

    /** As written, or the real path if outside the lab's folder. */
    private String hostFile(String written) {
        Path file = HostPath.of(written, folder, Map.of());
        return file.startsWith(folder) ? written : file.toString();
    }

    /** It may refer to other files of the folder. */
    private String kubeconfig(String written) {
        Path file = HostPath.of(written, folder, Map.of());
        return hostFile(written) + (!file.startsWith(folder) || !Files.isRegularFile(file) ? "" : " (%s)".formatted(
                open.folder().list(open.folder().includable())));
    }

    private void checks() {
        lab.checks().forEach(check -> {
            if (check.probe() instanceof CheckSpec.Exec exec) {
                inMachines.add("run %s in %s for a check".formatted(String.join(" ", exec.command()), exec.machine()));
            }
            if (check.probe() instanceof CheckSpec.ExecInPod exec) {
                inMachines.add("run %s in the pods of %s for a check".formatted(String.join(" ", exec.command()),
                        exec.workload()));
            }
        });
    }

    /** @param reads whether to list that templates read the folder */
    private void apps(boolean reads) {
        AppManifests files = new AppManifests(open.folder(), (app, name) -> "");
        TreeSet<String> images = new TreeSet<>();
        List<Path> rendered = new ArrayList<>();
        lab.apps().forEach(app -> app.manifests().forEach(manifest -> {
            // No other file of a kustomization or a chart is read later.
            List<Path> all = app.chart().map(chart -> ChartFiles.of(new LabFolder(folder), chart)).orElseGet(() ->
                    Kustomization.is(manifest) ? KustomizationFiles.of(new LabFolder(folder), manifest)
                            : files.files(manifest).toList());
            inMachines.add(app.chart().map(chart -> "install the chart %s in the cluster".formatted(chart.path()))
                    .orElse("apply %s to the cluster".formatted(manifest))
                    + " (%s)".formatted(open.folder().list(all)));
            all.forEach(file -> {
                Matcher matcher = IMAGE.matcher(COMMENT.matcher(read(file)).replaceAll(""));
                while (matcher.find()) {
                    images.add(FILLED_IN.matcher(matcher.group(1)).find()
                            ? "an image that %s fills in".formatted(file.getFileName()) : matcher.group(1));
                }
            });
            rendered.addAll(all.stream().filter(file -> file.toString().endsWith(".ftl")).toList());
        }));
        if (reads && !rendered.isEmpty()) {
            inMachines.add("%s in its manifests (%s)".formatted(READS_FOLDER,
                    open.folder().list(open.folder().includable())));
        }
        images.forEach(image -> inMachines.add("run containers of " + image));
    }

    private String read(Path file) {
        try {
            return new String(open.folder().read(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

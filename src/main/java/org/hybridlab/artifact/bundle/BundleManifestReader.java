package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Component.Official;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads the folder {@code data/bundle/} of the installation. */
final class BundleManifestReader {
    private BundleManifestReader() {
    }

    /** @throws LabException {@code bundle-manifest-unreadable} */
    static BundleManifest read(Path folder) {
        try {
            String sums = Files.readString(folder.resolve("sha256sums"))
                    + Files.readString(folder.resolve("tools.sha256sums"));
            return parse(Files.readString(folder.resolve("manifest.yaml")),
                    Files.readString(folder.resolve("tools.yaml")), PinnedSums.parse(sums),
                    official(folder.resolve("official.sha256sums")));
        } catch (IOException | IllegalArgumentException | YAMLException e) {
            throw LabException.hostNotReady("bundle-manifest-unreadable",
                    "The bundle's manifest in %s cannot be read: %s".formatted(folder, e.getMessage()),
                    "Install hybridlab again, or repair the file.").causedBy(e);
        }
    }

    /** Without sums, publishers' files are not used. */
    private static PinnedSums official(Path file) throws IOException {
        return PinnedSums.parse(Files.exists(file) ? Files.readString(file) : "");
    }

    /** @param tools programs of the host, independent of the Kubernetes release */
    static BundleManifest parse(String yaml, String tools, PinnedSums sums, PinnedSums official) {
        BundleManifestNode root = new BundleManifestNode("manifest", load(yaml));
        BundleManifestNode host = new BundleManifestNode("tools", load(tools));
        Map<String, Component> components = new LinkedHashMap<>();
        Map<String, String> versions = new LinkedHashMap<>();
        root.get("components").entries().forEach((name, node) -> components.put(name, component(name, node)));
        host.get("components").entries().forEach((name, node) -> {
            components.put(name, component(name, node));
            versions.put(name, node.get("version").text());
        });
        Map<String, ImageSpec> images = new LinkedHashMap<>();
        root.get("images").entries().forEach((name, node) -> images.put(name, image(name, node)));
        List<Release> releases = root.get("releases").items().stream().map(node -> release(node, components, versions))
                .sorted(Comparator.comparing(Release::kubernetes).reversed()).toList();
        BundleManifestNode ofMachines = root.get("groups");
        List.of(Group.LINUX, Group.WINDOWS, Group.SIMULATION).forEach(group -> ofMachines.get(group.id()));
        Map<Group, List<String>> groups = groups(ofMachines, components);
        host.get("groups").get(Group.TOOLS.id());
        groups.putAll(groups(host.get("groups"), components));
        BundleManifestNode toolchain = root.get("toolchain");
        return new BundleManifest(new BundleManifest.Toolchain(toolchain.get("version").text(),
                toolchain.get("sums").textsByKey()), releases, groups, components, images, sums,
                official);
    }

    private static Object load(String yaml) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
    }

    private static Release release(BundleManifestNode node, Map<String, Component> components,
                                   Map<String, String> tools) {
        Map<String, String> versions = node.textsByKey();
        versions.putAll(tools);
        components.keySet().stream().filter(name -> !versions.containsKey(name)).findFirst().ifPresent(name -> {
            throw node.wrong("lacks a version of " + name);
        });
        return new Release(KubernetesVersion.parse(versions.get("kubernetes")), versions);
    }

    private static Map<Group, List<String>> groups(BundleManifestNode node, Map<String, Component> components) {
        Map<Group, List<String>> groups = new LinkedHashMap<>();
        node.entries().forEach((id, names) -> {
            Group group = Group.of(id);
            names.texts().forEach(name -> {
                if (!components.containsKey(name) || !components.get(name).files().containsKey(group.os())) {
                    throw names.wrong("names " + name + ", which has no files for " + group.os().id());
                }
            });
            groups.put(group, names.texts());
        });
        return groups;
    }

    private static Component component(String name, BundleManifestNode node) {
        String packages = node.get("packages").text();
        Map<Os, Map<String, String>> files = new EnumMap<>(Os.class);
        node.get("files").entries().forEach((os, list) -> files.put(Os.of(os), files(list, packages)));
        return new Component(name, node.get("module").text(), node.textsOf("tags"), node.textsOf("stamps"), files,
                node.find("official").map(BundleManifestReader::official), node.get("cost").get("seconds").number(),
                node.get("cost").get("megabytes").number());
    }

    /** An item is a name, or one name with its Go package if {@code packages} does not tell. */
    private static Map<String, String> files(BundleManifestNode list, String packages) {
        Map<String, String> files = new LinkedHashMap<>();
        for (BundleManifestNode item : list.items()) {
            if (item.isText()) {
                files.put(item.text(), packages.replace("{file}", item.text()));
            } else {
                files.putAll(item.textsByKey());
            }
        }
        return files;
    }

    private static Official official(BundleManifestNode node) {
        return new Official(node.get("url").text(), node.get("checksum").text(),
                node.find("member").map(BundleManifestNode::text));
    }

    private static ImageSpec image(String name, BundleManifestNode node) {
        return new ImageSpec(name, node.get("name").text() + ":" + node.get("tag").text(),
                node.find("base").map(BundleManifestNode::flag).orElse(false), node.get("files").textsByKey(),
                node.textsOf("entrypoint"), node.textsOf("command"));
    }
}

package org.hybridlab.config.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.template.Installation;
import org.hybridlab.config.model.Addon;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The addons that an installation has: a folder of {@code data/addons/} each. No lab can bring or change one. */
public final class Addons {
    private static final Set<String> ADDON = Set.of("title", "key", "programs", "trial", "manifests", "ready",
            "check", "neededBy");
    private static final Set<String> KEY = Set.of("title", "type", "default", "help");
    private static final Set<String> CHECK = Set.of("title", "how", "list", "has", "maxAgeMinutes", "line");
    private static final Set<String> NEED = Set.of("rule", "title", "kinds", "unless", "without");

    /** Null until somebody asks. A class that reads it as it is loaded could not say what is wrong. */
    private static List<Addon> installed;

    private Addons() {
    }

    /**
     * By name; read once.
     *
     * @throws LabException {@code addons-unreadable} with file and line
     */
    public static synchronized List<Addon> installed() {
        if (installed == null) {
            installed = in(Installation.home(System.getenv()).resolve("data/addons"));
        }
        return installed;
    }

    /**
     * The addons of a folder.
     *
     * @throws LabException {@code addons-unreadable} with file and line
     */
    static List<Addon> in(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isDirectory).sorted().map(Addons::read).toList();
        } catch (IOException e) {
            throw unreadable(folder + " cannot be read.", e);
        }
    }

    private static Addon read(Path folder) {
        Path file = folder.resolve("addon.yaml");
        try {
            return addon(folder, DataNode.parse(file.toString(), Files.readString(file)));
        } catch (IOException e) {
            throw unreadable(file + " cannot be read.", e);
        } catch (IllegalArgumentException | YAMLException e) {
            throw unreadable("An addon of the installation is damaged: " + e.getMessage(), e);
        }
    }

    private static LabException unreadable(String what, Exception e) {
        return LabException.hostNotReady("addons-unreadable", what, "Install hybridlab again, or fix the file.")
                .causedBy(e);
    }

    private static Addon addon(Path folder, DataNode root) {
        Map<String, DataNode> fields = root.entries(ADDON);
        return new Addon(folder.getFileName().toString(), folder, root.need(fields, "title").text(),
                key(root.need(fields, "key")),
                Optional.ofNullable(fields.get("programs")).map(DataNode::texts).orElse(Map.of()),
                Optional.ofNullable(fields.get("trial")).map(DataNode::text),
                texts(root.need(fields, "manifests")), texts(root.need(fields, "ready")),
                Optional.ofNullable(fields.get("check")).map(Addons::check),
                Optional.ofNullable(fields.get("neededBy")).map(Addons::need));
    }

    private static Addon.Key key(DataNode node) {
        Map<String, DataNode> fields = node.entries(KEY);
        DataNode type = node.need(fields, "type");
        if (!type.text().equals("boolean")) {
            throw type.wrong("is no type of keys; there is boolean");
        }
        DataNode byDefault = node.need(fields, "default");
        return new Addon.Key(node.need(fields, "title").text(), byDefault.text().equals("auto") ? Optional.empty()
                : Optional.of(byDefault.flag()), node.need(fields, "help").text());
    }

    private static Addon.Check check(DataNode node) {
        if (node.node() instanceof ScalarNode) {
            return Stream.of(Addon.Proof.values()).filter(proof -> proof.name().toLowerCase(Locale.ROOT)
                    .equals(node.text())).findFirst().orElseThrow(() -> node.wrong("is no check of addons"));
        }
        Map<String, DataNode> fields = node.entries(CHECK);
        return new Addon.NodeList(node.need(fields, "title").text(), node.need(fields, "how").text(),
                node.need(fields, "list").text(), node.need(fields, "has").text(),
                Duration.ofMinutes(Integer.parseInt(node.need(fields, "maxAgeMinutes").text())),
                node.need(fields, "line").text());
    }

    private static Addon.Need need(DataNode node) {
        Map<String, DataNode> fields = node.entries(NEED);
        return new Addon.Need(node.need(fields, "rule").text(), node.need(fields, "title").text(),
                texts(node.need(fields, "kinds")).stream().collect(Collectors.toSet()),
                Pattern.compile(node.need(fields, "unless").text()), node.need(fields, "without").text());
    }

    private static List<String> texts(DataNode list) {
        return list.items().stream().map(DataNode::text).toList();
    }
}

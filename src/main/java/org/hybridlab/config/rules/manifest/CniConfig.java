package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;

/**
 * A CNI configuration for Windows in a ConfigMap.
 *
 * @param plugin that creates endpoints: flannel's delegate, or the only plugin
 */
record CniConfig(ManifestNode root, ManifestNode plugin) {
    private static final Set<String> WINDOWS = Set.of("win-overlay", "win-bridge", "sdnoverlay", "sdnbridge", "wincni");

    static List<CniConfig> of(ManifestObject object) {
        return object.documents().values().stream().flatMap(root -> plugins(root)
                .map(plugin -> new CniConfig(root, plugin.at("delegate").or(plugin)))
                .filter(config -> WINDOWS.contains(config.type()))).toList();
    }

    private static Stream<ManifestNode> plugins(ManifestNode root) {
        ManifestNode list = root.at("plugins");
        return list.isPresent() ? list.items().stream() : Stream.of(root);
    }

    /** Without {@code .exe}. */
    String type() {
        return plugin.text("type").orElse("").replaceFirst("\\.exe$", "");
    }

    /** True for plugins of containernetworking. Others read {@code AdditionalArgs}. */
    boolean readsPolicies() {
        return type().startsWith("win-");
    }

    List<ManifestNode> policies() {
        return get(plugin, readsPolicies() ? "policies" : "AdditionalArgs").items();
    }

    Optional<ManifestNode> policy(String... types) {
        return policies().stream().map(policy -> get(policy, "Value"))
                .filter(value -> Set.of(types).contains(get(value, "Type").text().orElse(""))).findFirst();
    }

    /** A setting of a policy, in either HNS version's form. */
    static ManifestNode setting(ManifestNode policy, String key) {
        return get(get(policy, "Settings"), key).or(get(policy, key));
    }

    /** Ignores case, as Go does in JSON. */
    static ManifestNode get(ManifestNode node, String key) {
        return node.fields().entrySet().stream().filter(field -> field.getKey().equalsIgnoreCase(key)).findFirst()
                .map(Map.Entry::getValue).orElse(ManifestNode.NOTHING);
    }
}

package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;

/**
 * A CNI configuration for Windows that a ConfigMap holds, and the plugin in it that makes pods' endpoints.
 *
 * @param plugin the delegate of flannel, or the only plugin
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

    /** The plugin's program, without {@code .exe}. */
    String type() {
        return plugin.text("type").orElse("").replaceFirst("\\.exe$", "");
    }

    /** Whether it is of containernetworking, which reads {@code policies}; the others read {@code AdditionalArgs}. */
    boolean readsPolicies() {
        return type().startsWith("win-");
    }

    /** The policies that the plugin reads, by whichever key that is. */
    List<ManifestNode> policies() {
        return get(plugin, readsPolicies() ? "policies" : "AdditionalArgs").items();
    }

    /** The first policy of one of those types; empty if it has none. */
    Optional<ManifestNode> policy(String... types) {
        return policies().stream().map(policy -> get(policy, "Value"))
                .filter(value -> Set.of(types).contains(get(value, "Type").text().orElse(""))).findFirst();
    }

    /** A setting of a policy in the form of either version of HNS. */
    static ManifestNode setting(ManifestNode policy, String key) {
        return get(get(policy, "Settings"), key).or(get(policy, key));
    }

    /** As Go reads JSON, whatever the case of the key is. */
    static ManifestNode get(ManifestNode node, String key) {
        return node.fields().entrySet().stream().filter(field -> field.getKey().equalsIgnoreCase(key)).findFirst()
                .map(Map.Entry::getValue).orElse(ManifestNode.NOTHING);
    }
}

package org.hybridlab.cluster.kubeconfig;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A file that is to become a copy of a lab's kubeconfig. An earlier copy may be replaced; anything else is kept.
 *
 * @param agreed whether a cluster of the same name at another address may be replaced
 */
record ExportTarget(Path file, KubeConfig config, boolean agreed) {
    private static final String CLUSTERS = "clusters";
    private static final String CONTEXTS = "contexts";
    private static final String USERS = "users";
    private static final Set<String> JUDGED = Set.of("apiVersion", "kind", "current-context", CLUSTERS, CONTEXTS,
            USERS);

    /**
     * @param before the file's text; empty if there is no file
     * @throws LabException {@code export-over-other-file} or {@code kubeconfig-has-others} (exit 2)
     */
    String replaced(String before) {
        if (!before.isBlank()) {
            mustBeReplaceable(read(before));
        }
        return config.text();
    }

    /** A file that cannot be read is not replaced. */
    LabException unreadable(String why) {
        return LabException.invalid("export-over-other-file", file + " is not a kubeconfig.",
                "Nothing was changed. Name a new file.").because(why);
    }

    private Map<String, Object> read(String before) {
        if (before.lines().allMatch(line -> line.strip().matches("(#.*)?"))) {
            throw unreadable("It has comments only.");
        }
        try {
            Map<String, Object> content = KubeconfigEdit.load(before);
            Object kind = content.getOrDefault("kind", content.get(CLUSTERS) instanceof List ? "Config" : "none");
            if (!"Config".equals(kind)) {
                throw unreadable("It has no `kind: Config`.");
            }
            List.of(CLUSTERS, CONTEXTS, USERS).forEach(list -> entries(content, list));
            return content;
        } catch (YAMLException e) {
            throw unreadable(YamlPlace.of(e));
        } catch (ClassCastException e) {
            throw unreadable("It has a part in another form than kubectl writes it.");
        }
    }

    private void mustBeReplaceable(Map<String, Object> content) {
        Set<Object> names = names(entries(KubeconfigEdit.load(config.text()), CLUSTERS));
        List<Map<?, ?>> clusters = entries(content, CLUSTERS);
        clusters.stream().filter(one -> !(agreed && names.contains(one.get("name"))) && !config.server().toString()
                .equals(part(one, "cluster").get("server"))).findFirst().ifPresent(other -> {
                    throw hasOthers("another cluster: " + other.get("name"));
                });
        Set<Object> ours = names(clusters);
        Set<Object> users = new HashSet<>();
        for (Map<?, ?> one : entries(content, CONTEXTS)) {
            if (!ours.contains(part(one, "context").get("cluster"))) {
                throw hasMore("the context " + one.get("name"));
            }
            users.add(part(one, "context").get("user"));
        }
        entries(content, USERS).stream().filter(one -> !users.contains(one.get("name"))).findFirst()
                .ifPresent(other -> {
                    throw hasMore("the user " + other.get("name"));
                });
        content.forEach((key, value) -> {
            boolean empty = value == null || value instanceof Map<?, ?> map && map.isEmpty()
                    || value instanceof Collection<?> list && list.isEmpty();
            if (!JUDGED.contains(key) && !empty) {
                throw hasMore(key);
            }
        });
    }

    private LabException hasMore(String what) {
        return hasOthers("more than the lab's cluster: " + what);
    }

    private LabException hasOthers(String what) {
        return LabException.invalid("kubeconfig-has-others", "%s has %s.".formatted(file, what),
                "Name a new file, or add the lab to ~/.kube/config with --merge.");
    }

    private static Set<Object> names(List<Map<?, ?>> entries) {
        Set<Object> names = new HashSet<>();
        entries.forEach(entry -> names.add(entry.get("name")));
        return names;
    }

    private static Map<?, ?> part(Map<?, ?> entry, String part) {
        return entry.get(part) instanceof Map<?, ?> content ? content : Map.of();
    }

    private static List<Map<?, ?>> entries(Map<String, Object> content, String list) {
        Object entries = content.get(list);
        return entries == null ? List.of() : ((List<?>) entries).stream().<Map<?, ?>>map(entry -> (Map<?, ?>) entry)
                .toList();
    }
}

package org.hybridlab.config.openapi;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.rules.core.Suggestion;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The API of one Kubernetes branch, as its API server describes it at its defaults: kinds, and their schemas in OpenAPI
 * v3. The files {@code kubernetes-BRANCH.txt} are made by {@code PrunedOpenApi} from {@code /openapi/v3}.
 */
public final class KubernetesApi {
    private static final String FILE = "kubernetes-%s.txt";
    /** Branches with a file, the oldest first. */
    private static final List<String> BRANCHES = KubernetesBranch.known().stream().map(KubernetesBranch::name)
            .filter(branch -> KubernetesApi.class.getResource(FILE.formatted(branch)) != null).toList();
    private static final Map<String, KubernetesApi> READ = new ConcurrentHashMap<>();

    /** Name of a kind's schema by {@code "VERSION KIND"}. */
    private final Map<String, String> kinds = new LinkedHashMap<>();
    /** Kubernetes' own groups, in which nobody else defines kinds. */
    private final Set<String> groups = new HashSet<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, JsonNode> schemas = new ConcurrentHashMap<>();

    private KubernetesApi(String branch) {
        ResourceText.of(KubernetesApi.class, FILE.formatted(branch)).lines().forEach(line -> {
            String[] words = line.split(" ", line.startsWith("kind ") ? 4 : 3);
            if (words[0].equals("kind")) {
                kinds.put(words[1] + " " + words[2], words[3]);
                groups.add(group(words[1]));
            } else {
                texts.put(words[1], words[2]);
            }
        });
    }

    /** Empty if this program does not know what such an API server serves. */
    public static Optional<KubernetesApi> of(KubernetesVersion version) {
        return Optional.of(version.branch()).filter(BRANCHES::contains).map(KubernetesApi::branch);
    }

    public static KubernetesApi newest() {
        return branch(BRANCHES.get(BRANCHES.size() - 1));
    }

    private static KubernetesApi branch(String name) {
        return READ.computeIfAbsent(name, KubernetesApi::new);
    }

    /** Whether Kubernetes itself defines kinds of this version's group. */
    public static boolean isOwn(String apiVersion) {
        return newest().isGroup(group(apiVersion));
    }

    /** For example {@code apps} of {@code apps/v1}; empty for {@code v1}. */
    public static String group(String apiVersion) {
        return apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
    }

    /** The schema of a kind that the API server serves. */
    public Optional<JsonNode> schema(String apiVersion, String kind) {
        return Optional.ofNullable(kinds.get(apiVersion + " " + kind)).map(this::named);
    }

    /** The schema of each object's metadata. */
    public JsonNode metadata() {
        return named("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    }

    /** What a schema refers to, or the schema itself. */
    public JsonNode resolve(JsonNode schema) {
        JsonNode reference = schema.path("$ref");
        return reference.isString() ? named(reference.asString()) : schema;
    }

    private JsonNode named(String name) {
        return schemas.computeIfAbsent(name, key -> JsonMapper.shared().readTree(texts.get(key)));
    }

    public boolean serves(String apiVersion, String kind) {
        return kinds.containsKey(apiVersion + " " + kind);
    }

    public boolean isGroup(String name) {
        return groups.contains(name);
    }

    /** The first version that serves the kind. */
    public Optional<String> versionOf(String kind) {
        return kinds.keySet().stream().filter(key -> key.endsWith(" " + kind))
                .map(key -> key.substring(0, key.indexOf(' '))).findFirst();
    }

    public Optional<String> nearest(String kind) {
        return Suggestion.nearest(kind, kinds.keySet().stream().map(key -> key.substring(key.indexOf(' ') + 1))
                .collect(Collectors.toCollection(TreeSet::new)));
    }
}

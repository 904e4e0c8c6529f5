package org.hybridlab.cluster.kubeconfig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.LabFolder;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import tools.jackson.databind.json.JsonMapper;

/**
 * One context of somebody else's kubeconfig, with files embedded as {@link KubeConfig} reads it. Refuses logins without
 * a client certificate.
 */
public final class OthersKubeconfig {
    private final Path file;
    private final LabFolder lab;

    private OthersKubeconfig(Path file, LabFolder lab) {
        this.file = file;
        this.lab = lab;
    }

    /**
     * A kubeconfig with this context only, as JSON. Holds a key.
     *
     * @param context empty: the file's current one
     * @param lab whose folder may hold the file
     * @throws LabException {@code cluster-kubeconfig} (exit 2), or those of {@link LabFolder#read}
     */
    public static String context(Path file, Optional<String> context, LabFolder lab) {
        return new OthersKubeconfig(file, lab).read(context);
    }

    private String read(Optional<String> wanted) {
        try {
            Map<String, Object> config = new Yaml(new SafeConstructor(new LoaderOptions()))
                    .load(new String(lab.read(file), StandardCharsets.UTF_8));
            String name = wanted.orElse((String) config.get("current-context"));
            Map<?, ?> context = entry(config, "contexts", name, "context");
            Map<?, ?> cluster = entry(config, "clusters", context.get("cluster"), "cluster");
            Map<?, ?> user = entry(config, "users", context.get("user"), "user");
            return JsonMapper.shared().writeValueAsString(Map.of("apiVersion", "v1", "kind", "Config",
                    "current-context", name,
                    "contexts", named(name, "context", Map.of("cluster", name, "user", name)),
                    "clusters", named(name, "cluster", Map.of("server", (String) cluster.get("server"),
                            "certificate-authority-data", data(cluster, "certificate-authority"))),
                    "users", named(name, "user", Map.of(
                            "client-certificate-data", data(user, "client-certificate"),
                            "client-key-data", data(user, "client-key")))));
        } catch (YAMLException e) {
            // The exception quotes the line, which may be a key's.
            throw unusable("It is no YAML.");
        } catch (IOException e) {
            throw unusable(FileTrouble.of(e));
        } catch (ClassCastException | NullPointerException e) {
            throw unusable(FileTrouble.OTHER_FORM);
        }
    }

    private static List<Map<String, Object>> named(String name, String kind, Map<String, Object> content) {
        return List.of(new LinkedHashMap<>(Map.of("name", name, kind, content)));
    }

    private Map<?, ?> entry(Map<String, Object> config, String list, Object name, String kind) {
        for (Object item : (List<?>) config.get(list)) {
            Map<?, ?> entry = (Map<?, ?>) item;
            if (entry.get("name").equals(name)) {
                return (Map<?, ?>) entry.get(kind);
            }
        }
        throw unusable("it has no %s called %s".formatted(kind, name));
    }

    /** Relative paths start at the kubeconfig's folder. */
    private String data(Map<?, ?> entry, String field) throws IOException {
        if (entry.get(field + "-data") instanceof String data) {
            return data;
        }
        if (entry.get(field) instanceof String path) {
            return Base64.getEncoder().encodeToString(lab.read(file.resolveSibling(path)));
        }
        throw unusable("it has no %s: hybridlab needs an administrator's client certificate, as kubeadm makes it"
                .formatted(field));
    }

    private LabException unusable(String why) {
        return LabException.invalid("cluster-kubeconfig", "%s cannot be used to join its cluster.".formatted(file),
                "Take the administrator's kubeconfig of that cluster: /etc/kubernetes/admin.conf of a control plane.")
                .because(why);
    }
}

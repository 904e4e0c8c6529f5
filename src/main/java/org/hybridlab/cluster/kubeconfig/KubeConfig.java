package org.hybridlab.cluster.kubeconfig;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** {@code admin.conf} as kubeadm writes it, with embedded PEM texts. Other logins are not read. */
public final class KubeConfig {
    private static final String CONTEXT = "kubernetes-admin@kubernetes";

    private final URI server;
    private final String authority;
    private final String certificate;
    private final String key;

    private KubeConfig(URI server, String authority, String certificate, String key) {
        this.server = server;
        this.authority = authority;
        this.certificate = certificate;
        this.key = key;
    }

    /** @throws LabException {@code kubeconfig-unreadable} if the file is missing or not as kubeadm writes it */
    public static KubeConfig read(Path file) {
        try {
            return parse(Files.readString(file), file.toString());
        } catch (IOException e) {
            throw unreadable(file.toString(), FileTrouble.of(e));
        }
    }

    /** @param text holds a key, and must not be shown */
    public static KubeConfig parse(String text) {
        return parse(text, "What the control plane gave");
    }

    private static KubeConfig parse(String text, String origin) {
        try {
            return of(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
        } catch (YAMLException e) {
            throw unreadable(origin, YamlPlace.of(e));
        } catch (ClassCastException | NullPointerException | IllegalArgumentException e) {
            throw unreadable(origin, "It lacks a part that kubeadm writes, or has one in another form.");
        }
    }

    private static LabException unreadable(String origin, String why) {
        return LabException.labFailed("kubeconfig-unreadable", "%s is not a kubeconfig that can be used."
                .formatted(origin), "Run `hybridlab up LAB` again: it fetches the kubeconfig from the control plane.")
                .because(why);
    }

    private static KubeConfig of(Map<String, Object> config) {
        Map<?, ?> context = entry(config, "contexts", (String) config.get("current-context"), "context");
        Map<?, ?> cluster = entry(config, "clusters", (String) context.get("cluster"), "cluster");
        Map<?, ?> user = entry(config, "users", (String) context.get("user"), "user");
        URI server = URI.create((String) cluster.get("server"));
        if (!"https".equals(server.getScheme()) || server.getHost() == null || server.getUserInfo() != null) {
            throw new IllegalArgumentException("its server is no https://ADDRESS:PORT");
        }
        return new KubeConfig(server,
                pem(cluster, "certificate-authority-data"), pem(user, "client-certificate-data"),
                pem(user, "client-key-data"));
    }

    private static Map<?, ?> entry(Map<String, Object> config, String list, String name, String kind) {
        for (Object item : (List<?>) config.get(list)) {
            Map<?, ?> entry = (Map<?, ?>) item;
            if (entry.get("name").equals(name)) {
                return (Map<?, ?>) entry.get(kind);
            }
        }
        throw new IllegalArgumentException("it has no %s called %s".formatted(kind, name));
    }

    private static String pem(Map<?, ?> entry, String field) {
        return new String(Base64.getDecoder().decode((String) entry.get(field)), StandardCharsets.UTF_8);
    }

    /** @throws LabException if it leads to another server */
    public KubeConfig mustLeadTo(String expected) {
        if (!server.toString().equals(expected)) {
            throw unreadable("What the control plane gave", "Its server is %s, not %s.".formatted(server, expected));
        }
        return this;
    }

    /** These fields only: other kubeconfigs may name programs that kubectl runs here. Holds a key. */
    public String text() {
        Map<String, Object> all = pair("apiVersion", "v1", "kind", "Config");
        entries("kubernetes", "kubernetes-admin", CONTEXT).forEach((list, entry) -> all.put(list, List.of(entry)));
        all.put("current-context", CONTEXT);
        return KubeconfigEdit.dump(all);
    }

    /** Entries for a kubeconfig of many clusters, one per list, all with this name. */
    Map<String, Map<String, Object>> entries(String name) {
        return entries(name, name, name);
    }

    private Map<String, Map<String, Object>> entries(String clusterName, String userName, String contextName) {
        Map<String, Map<String, Object>> entries = new LinkedHashMap<>();
        entries.put("clusters", pair("name", clusterName, "cluster",
                pair("server", server.toString(), "certificate-authority-data", base64(authority))));
        entries.put("contexts", pair("name", contextName, "context", pair("cluster", clusterName, "user", userName)));
        entries.put("users", pair("name", userName, "user",
                pair("client-certificate-data", base64(certificate), "client-key-data", base64(key))));
        return entries;
    }

    private static Map<String, Object> pair(String first, Object its, String second, Object other) {
        Map<String, Object> pair = new LinkedHashMap<>(Map.of(first, its));
        pair.put(second, other);
        return pair;
    }

    private static String base64(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether an entry of another kubeconfig is of this cluster. */
    boolean isOf(Map<?, ?> cluster) {
        return server.toString().equals(cluster.get("server"))
                && base64(authority).equals(cluster.get("certificate-authority-data"));
    }

    /** For example {@code https://192.168.57.11:6443}. */
    public URI server() {
        return server;
    }

    public String authority() {
        return authority;
    }

    /** Empty if the certificate cannot be read. */
    public Optional<Instant> expires() {
        return CertificateEnd.of(certificate);
    }

    String certificate() {
        return certificate;
    }

    String key() {
        return key;
    }

    /** Never shows the key. */
    @Override
    public String toString() {
        return "kubeconfig of " + server;
    }
}

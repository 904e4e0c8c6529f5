package org.hybridlab.kubernetes;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import org.hybridlab.failure.LabException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * What kubeadm writes into {@code admin.conf}: where the API server is, and who we are. The three PEM texts are
 * embedded, as kubeadm does it; files and other ways to log in are not read.
 */
public final class KubeConfig {
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
            throw unreadable(file.toString(), e);
        }
    }

    /** The same from its text, which holds a key and is not told to anybody. */
    public static KubeConfig parse(String text) {
        return parse(text, "What the control plane gave");
    }

    private static KubeConfig parse(String text, String origin) {
        try {
            return of(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
        } catch (YAMLException | ClassCastException | NullPointerException | IllegalArgumentException e) {
            throw unreadable(origin, e);
        }
    }

    private static LabException unreadable(String origin, Exception e) {
        return LabException.labFailed("kubeconfig-unreadable", "%s is not a kubeconfig that can be used."
                .formatted(origin), "Run `hybridlab up` again: it fetches the kubeconfig from the control plane.")
                .because(e.toString()).causedBy(e);
    }

    private static KubeConfig of(Map<String, Object> config) {
        Map<?, ?> context = entry(config, "contexts", (String) config.get("current-context"), "context");
        Map<?, ?> cluster = entry(config, "clusters", (String) context.get("cluster"), "cluster");
        Map<?, ?> user = entry(config, "users", (String) context.get("user"), "user");
        return new KubeConfig(URI.create((String) cluster.get("server")),
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
        return new String(Base64.getDecoder().decode((String) entry.get(field)));
    }

    /** For example {@code https://192.168.57.11:6443}. */
    public URI server() {
        return server;
    }

    /** The certificate of the authority that the API server is trusted by, PEM. */
    public String authority() {
        return authority;
    }

    String certificate() {
        return certificate;
    }

    String key() {
        return key;
    }

    /** Where it points to; never the key. */
    @Override
    public String toString() {
        return "kubeconfig of " + server;
    }
}

package org.hybridlab.kubernetes;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.hybridlab.failure.LabException;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.representer.Representer;

/**
 * A kubeconfig that may hold many clusters, such as {@code ~/.kube/config}. A lab's cluster, user and context all get
 * one name there, so that they can be replaced and taken out without touching anything else. Comments do not survive a
 * change, as with {@code kubectl config}.
 */
public final class SharedKubeconfig {
    private static final List<String> LISTS = List.of("clusters", "users", "contexts");

    private final Path file;

    private SharedKubeconfig(Path file) {
        this.file = file;
    }

    public static SharedKubeconfig at(Path file) {
        return new SharedKubeconfig(file);
    }

    /** The file that kubectl writes to: the first of {@code KUBECONFIG}, else {@code ~/.kube/config}. */
    public static SharedKubeconfig ofUser(Map<String, String> environment, Path home) {
        String first = environment.getOrDefault("KUBECONFIG", "").split(File.pathSeparator)[0];
        return at(first.isBlank() ? home.resolve(".kube/config") : Path.of(first));
    }

    /** Puts the only cluster of a lab's kubeconfig there; it becomes the current one if there is none. */
    public void put(String name, Path labs) {
        Map<String, Object> all = read(file);
        Map<String, Object> one = read(labs);
        for (String list : LISTS) {
            List<Object> entries = without(all, list, name);
            entries.add(renamed(entries(one, list).get(0), name));
            all.put(list, entries);
        }
        if (String.valueOf(all.getOrDefault("current-context", "")).isEmpty()) {
            all.put("current-context", name);
        }
        write(dump(all));
    }

    /** Whether it has a cluster of that name where a lab's kubeconfig has its own: another lab may have the same name. */
    public boolean has(String name, Path labs) {
        Object server = server(entries(read(labs), "clusters").get(0));
        return Files.exists(file) && entries(read(file), "clusters").stream()
                .anyMatch(entry -> name.equals(copy(entry).get("name")) && server.equals(server(entry)));
    }

    private static Object server(Object entry) {
        return copy(copy(entry).get("cluster")).get("server");
    }

    /** Takes the lab's entries out; well if there are none. */
    public void remove(String name) {
        if (!Files.exists(file)) {
            return;
        }
        Map<String, Object> all = read(file);
        LISTS.forEach(list -> all.put(list, without(all, list, name)));
        if (name.equals(all.get("current-context"))) {
            all.put("current-context", "");
        }
        write(dump(all));
    }

    @Override
    public String toString() {
        return file.toString();
    }

    /** Makes the file a copy of a lab's kubeconfig. */
    public void replaceBy(Path labs) {
        write(dump(read(labs)));
    }

    private static Object renamed(Object entry, String name) {
        Map<String, Object> copy = copy(entry);
        copy.put("name", name);
        if (copy.containsKey("context")) {
            Map<String, Object> context = copy(copy.get("context"));
            context.put("cluster", name);
            context.put("user", name);
            copy.put("context", context);
        }
        return copy;
    }

    private static List<Object> without(Map<String, Object> config, String list, String name) {
        List<Object> others = new ArrayList<>(entries(config, list));
        others.removeIf(entry -> name.equals(copy(entry).get("name")));
        return others;
    }

    private static List<?> entries(Map<String, Object> config, String list) {
        return config.get(list) instanceof List<?> entries ? entries : List.of();
    }

    private static Map<String, Object> copy(Object mapping) {
        Map<String, Object> copy = new LinkedHashMap<>();
        ((Map<?, ?>) mapping).forEach((key, value) -> copy.put(String.valueOf(key), value));
        return copy;
    }

    private static Map<String, Object> read(Path from) {
        if (!Files.exists(from)) {
            return copy(Map.of("apiVersion", "v1", "kind", "Config"));
        }
        try {
            Object content = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(from));
            return copy(Objects.requireNonNullElse(content, Map.of("apiVersion", "v1", "kind", "Config")));
        } catch (IOException | YAMLException | ClassCastException e) {
            throw LabException.hostNotReady("shared-kubeconfig-unreadable", from + " is not a kubeconfig.",
                    "Mend it or move it away; nothing was changed.").because(e.getMessage()).causedBy(e);
        }
    }

    private static String dump(Map<String, Object> config) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        // Certificates stay on one line, as kubectl writes them.
        options.setWidth(Integer.MAX_VALUE);
        options.setSplitLines(false);
        return new Yaml(new SafeConstructor(new LoaderOptions()), new Representer(options), options).dump(config);
    }

    /** In one move, and never readable by others. */
    private void write(String text) {
        try {
            Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
            Path next = Files.createTempFile(folder, ".kubeconfig", ".new");
            if (next.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-------"));
            }
            Files.writeString(next, text);
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.hybridlab.cluster.kubeconfig;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;
import org.hybridlab.common.workspace.RealPath;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A kubeconfig of many clusters, such as {@code ~/.kube/config}. A lab's cluster, user and context share one name
 * there. Writes under kubectl's own lock, and keeps symbolic links.
 */
public final class SharedKubeconfig {
    private static final List<String> LISTS = List.of("clusters", "users", "contexts");
    private static final Duration OTHERS_WRITE = Duration.ofSeconds(5);
    private static final int LONGEST_CHAIN = 40;
    private static final long LARGEST = 3L << 20;

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

    public boolean isAt(Path other) {
        return RealPath.of(file).equals(RealPath.of(other));
    }

    /** Adds a lab's cluster, which becomes the current one if there is none. */
    public void put(String name, Path labs) {
        Map<String, Optional<Map<String, Object>>> entries = new LinkedHashMap<>();
        KubeConfig.read(labs).entries(name).forEach((list, entry) -> entries.put(list, Optional.of(entry)));
        change(text -> new KubeconfigEdit(text).with(name, entries,
                current(text).isEmpty() ? Optional.of(name) : Optional.empty()));
    }

    /** Whether the cluster of that name has the same address as the lab's. Another lab may have the same name. */
    public boolean has(String name, Path labs) {
        String server = KubeConfig.read(labs).server().toString();
        return Files.exists(file) && understood(() -> clusters(text()).stream().anyMatch(entry ->
                name.equals(entry.get("name")) && entry.get("cluster") instanceof Map<?, ?> cluster
                        && server.equals(cluster.get("server"))));
    }

    /** Names with this prefix that point to the lab's cluster. */
    public List<String> names(String prefix, Path labs) {
        KubeConfig own = KubeConfig.read(labs);
        return !Files.exists(file) ? List.of() : understood(() -> clusters(text()).stream()
                .filter(entry -> entry.get("cluster") instanceof Map<?, ?> cluster && own.isOf(cluster))
                .map(entry -> entry.get("name")).filter(String.class::isInstance).map(String.class::cast)
                .filter(name -> name.startsWith(prefix)).toList());
    }

    /** Empty if the file has no cluster of that name. */
    public Optional<String> server(String name) {
        return Files.exists(file) ? understood(() -> clusters(text()).stream()
                .filter(entry -> name.equals(entry.get("name")))
                .map(entry -> entry.get("cluster") instanceof Map<?, ?> cluster ? cluster.get("server") : null)
                .filter(String.class::isInstance).map(String.class::cast).findFirst())
                : Optional.empty();
    }

    public void remove(String name) {
        if (Files.exists(file)) {
            Map<String, Optional<Map<String, Object>>> entries = new LinkedHashMap<>();
            LISTS.forEach(list -> entries.put(list, Optional.empty()));
            change(text -> new KubeconfigEdit(text).with(name, entries,
                    current(text).equals(name) ? Optional.of("") : Optional.empty()));
        }
    }

    /**
     * Makes the file a copy of a lab's kubeconfig.
     *
     * @param agreed whether a cluster of the same name at another address may be replaced
     * @throws LabException {@code kubeconfig-has-others} or {@code export-over-other-file} (exit 2) if anything else
     * would be lost
     */
    public void replaceBy(Path labs, boolean agreed) {
        ExportTarget target = new ExportTarget(file, KubeConfig.read(labs), agreed);
        change(target::replaced, target::unreadable);
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private static String current(String text) {
        return KubeconfigEdit.load(text).get("current-context") instanceof String current ? current : "";
    }

    private static List<Map<?, ?>> clusters(String text) {
        return KubeconfigEdit.load(text).get("clusters") instanceof List<?> entries
                ? entries.stream().<Map<?, ?>>map(entry -> (Map<?, ?>) entry).toList() : List.of();
    }

    private String text() throws IOException {
        if (!Files.exists(file)) {
            return "";
        }
        if (Files.size(file) > LARGEST) {
            throw new IOException("it is longer than %d bytes".formatted(LARGEST));
        }
        return Files.readString(file);
    }

    private void change(UnaryOperator<String> edit) {
        change(edit, this::unreadable);
    }

    /** @param unreadable the error for a file that cannot be read */
    private void change(UnaryOperator<String> edit, Function<String, LabException> unreadable) {
        Path target = target();
        Path lock = file.resolveSibling(file.getFileName() + ".lock");
        try {
            Files.createDirectories(target.getParent());
            Wait.until("nobody else writes to " + file, OTHERS_WRITE).orFail("kubeconfig-locked",
                    "If no kubectl runs, remove %s.".formatted(lock)).that(() -> locked(lock), locked -> locked,
                    locked -> lock + " is there", Cancellation.ofThisThread());
            try {
                String changed = understood(() -> edit.apply(text()), unreadable);
                write(changed, target);
            } finally {
                Files.delete(lock);
            }
        } catch (IOException e) {
            throw LabException.hostNotReady("kubeconfig-not-written", "%s could not be written.".formatted(file),
                    "Look at free space and permissions; nothing was changed.").because(FileTrouble.of(e)).causedBy(e);
        }
    }

    /** As kubectl locks: the process that creates this file may write. */
    private static boolean locked(Path lock) {
        try {
            Files.createFile(lock);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            throw LabException.hostNotReady("kubeconfig-not-written", "%s could not be made.".formatted(lock),
                    "Look at free space and permissions; nothing was changed.").because(FileTrouble.of(e)).causedBy(e);
        }
    }

    private <T> T understood(Reading<T> reading) {
        return understood(reading, this::unreadable);
    }

    private static <T> T understood(Reading<T> reading, Function<String, LabException> unreadable) {
        try {
            return reading.read();
        } catch (YAMLException e) {
            throw unreadable.apply(YamlPlace.of(e));
        } catch (IOException e) {
            throw unreadable.apply(FileTrouble.of(e));
        } catch (ClassCastException e) {
            throw unreadable.apply(FileTrouble.OTHER_FORM);
        }
    }

    private LabException unreadable(String why) {
        return LabException.hostNotReady("shared-kubeconfig-unreadable", file + " is not a kubeconfig.",
                "Repair it or move it away. Nothing was changed.").because(why);
    }

    /** The target of a link, even if it does not exist. */
    private Path target() {
        Path target = file.toAbsolutePath();
        try {
            for (int i = 0; i < LONGEST_CHAIN && Files.isSymbolicLink(target); i++) {
                target = target.resolveSibling(Files.readSymbolicLink(target));
            }
        } catch (IOException e) {
            throw unreadable(FileTrouble.of(e));
        }
        return target;
    }

    /** Atomic, and never readable by others. */
    private static void write(String text, Path target) throws IOException {
        Path next = Files.createTempFile(target.getParent(), ".kubeconfig", ".new");
        try {
            if (next.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-------"));
            }
            Files.writeString(next, text);
            Files.move(next, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            if (Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(next);
            }
        }
    }

    @FunctionalInterface
    private interface Reading<T> {
        T read() throws IOException;
    }
}

package org.hybridlab.provision.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.FolderWithoutLinks;
import org.hybridlab.common.workspace.PathsThere;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provision.state.WorkspaceState;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A lab's snapshots: folders below {@code snapshots} in its workspace, which {@code halt} keeps and {@code destroy}
 * removes. The name of an incomplete one begins with a dot, and the next save removes it. All methods but {@link #all}
 * and {@link #unreadable} need the lab's lock.
 */
public final class SnapshotStore {
    /** For all snapshots of a lab. */
    public static final long LIMIT_BYTES = 4L << 30;
    static final String MANIFEST = "manifest.json";

    private static final int BUFFER = 1 << 20;
    private static final long MEGABYTE = 1_000_000;
    private static final String FOLDER = "snapshots";
    private static final String BEGUN = ".begun-";
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?");

    private final Workspace workspace;

    public SnapshotStore(Workspace workspace) {
        this.workspace = workspace;
    }

    /** @throws LabException {@code snapshot-name} (exit 2) */
    public static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw LabException.invalid("snapshot-name", "'%s' is no name for a snapshot.".formatted(name),
                    "Use small letters, digits, dots and dashes, 63 at most, for example before-lesson-2.");
        }
        return name;
    }

    /** Complete ones, oldest first. */
    public List<Snapshot> all() {
        List<Snapshot> all = new ArrayList<>();
        folders().stream().filter(folder -> !folder.getFileName().toString().startsWith("."))
                .forEach(folder -> read(folder).ifPresent(all::add));
        all.sort(Comparator.comparing(Snapshot::at));
        return all;
    }

    /** Sorted; without a readable manifest of this version. Only {@link #delete} accepts them. */
    public List<String> unreadable() {
        return entries().stream().filter(entry -> !entry.getFileName().toString().startsWith(".")
                && read(entry).isEmpty() && Files.exists(entry)).map(entry -> entry.getFileName().toString()).sorted()
                .toList();
    }

    /** Throws {@code snapshot-unknown} or {@code snapshot-unreadable} (exit 2). @param name empty: the newest */
    public Snapshot find(Optional<String> name, String lab) {
        SnapshotChoice choice = new SnapshotChoice(this, lab);
        return name.map(choice::named).orElseGet(choice::newest);
    }

    /**
     * @param bytes of the new one
     * @param others of existing ones
     * @param usable on the host
     * @throws LabException {@code snapshot-limit} (exit 1)
     */
    static void mustFit(long bytes, long others, long usable) {
        if (bytes > LIMIT_BYTES) {
            throw LabException.labFailed("snapshot-limit", "The snapshot alone would take up to %d MB, more than the "
                    .formatted(bytes / MEGABYTE) + "%d GiB that all of a lab may take.".formatted(LIMIT_BYTES >> 30),
                    "Free space on the machines: large files below /srv or /root, for example.");
        }
        if (others + bytes > LIMIT_BYTES) {
            throw LabException.labFailed("snapshot-limit", "The lab's snapshots would take more than %d GiB."
                    .formatted(LIMIT_BYTES >> 30), "Delete one: hybridlab snapshot delete LAB SNAPSHOT. "
                    + "`hybridlab snapshot list LAB` shows their sizes.");
        }
        mustFitBeside(bytes, usable, "the host's disk", "Free space on the host's disk, or on the machines: large "
                + "files below /srv or /root, for example.");
    }

    /** @param where for people */
    static void mustFitBeside(long bytes, long usable, String where, String advice) {
        if (bytes > usable) {
            throw LabException.labFailed("snapshot-limit", "The snapshot would take up to %d MB, and %s has %d MB left."
                    .formatted(bytes / MEGABYTE, where, usable / MEGABYTE), advice);
        }
    }

    /** On this host, including an incomplete one. */
    public long bytes() {
        return folders().stream().mapToLong(SnapshotStore::bytes).sum();
    }

    /** Of an incomplete one. */
    long bytes(String name) {
        return bytes(begun(name));
    }

    private static long bytes(Path folder) {
        return files(folder).stream().mapToLong(file -> file.toFile().length()).sum();
    }

    /** Throws {@code snapshot-exists} (exit 2), also for an unreadable one. */
    public void mustBeFree(String name, String lab) {
        if (Files.exists(folder(name))) {
            throw LabException.invalid("snapshot-exists", "The lab has a snapshot '%s' already.".formatted(name),
                    "Take another name, or delete it first: hybridlab snapshot delete %s %s".formatted(lab,
                            name));
        }
    }

    /**
     * Creates a new snapshot's folder. {@link #clean} removes incomplete ones. Throws {@code snapshot-exists} (exit 2).
     */
    public Path begin(String name, String lab) {
        mustBeFree(name, lab);
        if (Files.exists(begun(name))) {
            removeFolder(begun(name));
        }
        workspace.write("%s/%s%s/.keep".formatted(FOLDER, BEGUN, name), "");
        return begun(name);
    }

    /** Makes the snapshot visible, and safe from a power cut. */
    void complete(Snapshot snapshot) {
        workspace.write("%s/%s%s/%s".formatted(FOLDER, BEGUN, snapshot.name(), MANIFEST), JsonMapper.shared()
                .writerWithDefaultPrettyPrinter().writeValueAsString(snapshot) + "\n", Workspace.Kind.SECRET);
        List<Path> files = files(begun(snapshot.name()));
        files.forEach(SnapshotStore::force);
        files.stream().map(Path::getParent).distinct().forEach(Workspace::force);
        move(begun(snapshot.name()), folder(snapshot.name()));
        Workspace.force(folder(snapshot.name()).getParent());
    }

    /** Throws {@code snapshot-damaged} (exit 1) if a file has changed. */
    void verify(Snapshot snapshot, String lab) {
        for (Snapshot.SavedMachine machine : snapshot.machines()) {
            for (Snapshot.SavedPath path : machine.paths()) {
                Path file = folder(snapshot.name()).resolve(path.file());
                if (!Files.isRegularFile(file) || !sum(file).equals(path.crc32c())) {
                    throw LabException.labFailed("snapshot-damaged", "%s of the snapshot '%s' is not as it was saved."
                            .formatted(path.file(), snapshot.name()), unchanged() + ("Set the lab "
                            + "back to another snapshot: hybridlab snapshot list %1$s. Or make it again: hybridlab "
                            + "destroy %1$s, then hybridlab up %1$s").formatted(lab));
                }
            }
        }
    }

    /** Shortens an archive of etcd's folder in an incomplete snapshot, if it has only etcd's files. */
    static void shortenEtcd(Path archive) {
        Path shorter = archive.resolveSibling(archive.getFileName() + ".shorter");
        try {
            Optional<EtcdArchive> plain = EtcdArchive.read(archive);
            if (plain.isPresent()) {
                try (OutputStream out = Files.newOutputStream(shorter, StandardOpenOption.CREATE_NEW)) {
                    plain.get().writeShorter(out);
                }
                Files.move(shorter, archive, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    static String sum(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return sum(in);
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    static String sum(InputStream in) throws IOException {
        CRC32C sum = new CRC32C();
        byte[] buffer = new byte[BUFFER];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            sum.update(buffer, 0, n);
        }
        return "%08x".formatted(sum.getValue());
    }

    Path folder(String name) {
        return workspace.folder().resolve(FOLDER).resolve(name);
    }

    /** Names of incomplete snapshots: a save or a delete was cut off. */
    public List<String> unfinished() {
        return folders().stream().map(folder -> folder.getFileName().toString())
                .filter(name -> name.startsWith(BEGUN)).map(name -> name.substring(BEGUN.length())).sorted().toList();
    }

    /** Removes incomplete snapshots. */
    public void clean() {
        folders().stream().filter(folder -> folder.getFileName().toString().startsWith(BEGUN))
                .forEach(this::removeFolder);
    }

    public void delete(String name) {
        // A half-deleted snapshot must not be offered.
        Path gone = begun(name);
        move(folder(name), gone);
        removeFolder(gone);
    }

    /** A sentence for a reset that fails before it begins; empty if an earlier one was cut off. */
    String unchanged() {
        return new WorkspaceState(workspace).resetTo().isPresent() ? "" : "Nothing was changed. ";
    }

    private Path begun(String name) {
        return folder(BEGUN + name);
    }

    private Optional<Snapshot> read(Path folder) {
        try {
            return Optional.of(JsonMapper.shared().readValue(Files.readString(folder.resolve(MANIFEST)),
                    Snapshot.class)).filter(one -> one.format() == Snapshot.FORMAT
                            && one.name().equals(folder.getFileName().toString()));
        } catch (IOException | JacksonException | NullPointerException e) {
            return Optional.empty();
        }
    }

    private List<Path> folders() {
        return entries().stream().filter(Files::isDirectory).toList();
    }

    private List<Path> entries() {
        Path all = workspace.folder().resolve(FOLDER);
        try (Stream<Path> inside = Files.isDirectory(all) ? Files.list(all) : Stream.<Path>empty()) {
            return inside.toList();
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    /** Tolerates a save or a delete at the same time. */
    private static List<Path> files(Path folder) {
        try {
            return PathsThere.in(folder, Integer.MAX_VALUE).stream()
                    .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)).toList();
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    private static void force(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    private void move(Path from, Path to) {
        try {
            Files.move(new FolderWithoutLinks(workspace.folder()).place(from), to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    /** Ignores a missing file. */
    static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    private void removeFolder(Path folder) {
        try (Stream<Path> inside = Files.walk(new FolderWithoutLinks(workspace.folder()).place(folder))) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    private static LabException notWritten(IOException e) {
        return LabException.hostNotReady("workspace-not-writable", "The lab's snapshots could not be read or written: "
                + e.getMessage(), "Look at free space and permissions.").causedBy(e);
    }
}

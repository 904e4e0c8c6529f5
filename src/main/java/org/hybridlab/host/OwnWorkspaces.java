package org.hybridlab.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.host.HostRegistry.Entry;

/**
 * Workspaces that hybridlab made for this user on this host. Their content runs here (Vagrantfile, ssh settings,
 * kubectl), so one that came with a lab folder is refused. A workspace is known by a random id in its file {@code
 * .bound} and by its inode, which no copy has. The path may change.
 */
public final class OwnWorkspaces {
    /** Sorts first, so that a deletion in reverse order removes it last. */
    public static final String MARK = ".bound";
    private static final String MAY_BE_UP = "A lab may be up there: run this as its owner, with the XDG_STATE_HOME "
            + "that it came up with, or destroy it there first. Delete the folder only if it is a copy, or its lab is "
            + "gone.";
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    private final HostRegistry registry;
    private final Path state;
    private final Path stateFile;
    private final Set<PosixFilePermission> made;

    public OwnWorkspaces(UserFolders folders) {
        this(folders, OWNERS);
    }

    /** @param made mode of a new workspace; some file systems add rights */
    OwnWorkspaces(UserFolders folders, Set<PosixFilePermission> made) {
        this.made = made;
        this.state = folders.state();
        this.registry = new HostRegistry(folders);
        this.stateFile = StateFile.in(state, "identity");
    }

    /**
     * The random id of a state folder.
     *
     * @param inode of the folder; 0 without inodes
     */
    record StateId(String id, long inode) {
    }

    /**
     * Tells this state folder from another at the same path, as in containers of one image. The inode prevents copies.
     * Empty if it has no id yet; writes nothing.
     */
    public Optional<String> stateId() {
        return StateFile.read(stateFile, StateId.class).filter(made -> made.inode() == stateInode())
                .map(StateId::id);
    }

    /** Creates the id if needed. */
    public String makeStateId() {
        StateFile.locked(state, () -> {
            if (stateId().isEmpty()) {
                StateFile.write(stateFile, new StateId(HostRegistry.randomId(), stateInode()));
            }
        });
        return stateId().orElseThrow();
    }

    private long stateInode() {
        try {
            return inode(state.toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A missing or empty folder is fine.
     *
     * @throws LabException {@code workspace-not-owned} (exit 2) with the cure
     */
    public void check(Path workspace) {
        try {
            if (isFresh(workspace)) {
                return;
            }
            if (entry(workspace).isPresent()) {
                return;
            }
            if (mark(workspace).isPresent() || !isMarked(workspace) || at(workspace).isEmpty()) {
                throw refused(workspace, "was not made by hybridlab for you on this host", "rm -r");
            }
            // A power loss or full disk cut off the mark.
            record(workspace);
        } catch (IOException e) {
            throw unreadable(workspace, e);
        }
    }

    /**
     * Creates the folder if needed, and binds it to this user and host.
     *
     * @throws LabException {@code workspace-not-owned} (exit 2), {@code workspace-not-writable} or {@code
     * workspace-not-private} (exit 3)
     */
    public void bind(Path workspace) {
        check(workspace);
        makeStateId();
        try {
            if (!Files.isDirectory(workspace, LinkOption.NOFOLLOW_LINKS)) {
                make(workspace);
            }
            if (mark(workspace).isEmpty()) {
                record(workspace);
            }
        } catch (IOException e) {
            throw LabException.hostNotReady("workspace-not-writable", "%s could not be written: %s"
                    .formatted(workspace, e.getMessage()),
                    "Copy the lab to a folder of your own, or look at free space and permissions.").causedBy(e);
        }
    }

    private void make(Path workspace) throws IOException {
        if (!isPosix(workspace)) {
            Files.createDirectories(workspace);
            return;
        }
        Files.createDirectories(workspace, PosixFilePermissions.asFileAttribute(made));
        if (!OWNERS.containsAll(Files.getPosixFilePermissions(workspace))) {
            Files.deleteIfExists(workspace);
            throw LabException.hostNotReady("workspace-not-private", ("The file system of %s keeps no permissions: "
                    + "other users could change what this host runs for the lab.").formatted(workspace),
                    ("Copy the lab to your home folder: hybridlab init ~/NAME --from %s. In WSL, folders below /mnt/c "
                            + "are on such a file system.")
                            .formatted(ShellQuoting.quote(workspace.getParent().toString())));
        }
    }

    /**
     * The workspace's earlier path, if it was moved.
     *
     * @throws LabException {@code workspace-not-owned} (exit 2)
     */
    public Optional<Path> movedFrom(Path workspace) {
        check(workspace);
        return entry(workspace).map(Entry::workspace).filter(path -> !path.equals(key(workspace))).map(Path::of);
    }

    /** Whether this user made it on this host, at any path. */
    public boolean isBound(Path workspace) {
        return entry(workspace).isPresent();
    }

    /** Records its present path, and that of its lab file. */
    public void moved(Path workspace, Path labFile) {
        entry(workspace).ifPresent(moved -> {
            registry.forget(other -> other.workspace().equals(key(workspace)) && !other.id().equals(moved.id()));
            registry.change(key(workspace), moved::equals, entry -> new Entry(entry.id(), key(workspace),
                    entry.inode(), entry.lab().map(lab -> lab.movedTo(key(workspace), labFile))));
        });
    }

    /** By mark and inode. */
    private Optional<Entry> entry(Path workspace) {
        try {
            if (isFresh(workspace)) {
                return Optional.empty();
            }
            Optional<String> id = mark(workspace);
            long inode = inode(workspace);
            return id.flatMap(text -> registry.find(one -> one.id().equals(text) && one.inode() == inode));
        } catch (IOException e) {
            throw unreadable(workspace, e);
        }
    }

    /** By path and inode. */
    private Optional<Entry> at(Path workspace) throws IOException {
        long inode = inode(workspace);
        return registry.find(one -> one.workspace().equals(key(workspace)) && one.inode() == inode);
    }

    /** Present and earlier paths of this user's workspaces. Somebody else's folder may be there now. */
    public List<Path> paths() {
        return registry.all().stream().filter(OwnWorkspaces::isGoneOrBound)
                .map(one -> Path.of(one.workspace())).toList();
    }

    private static boolean isGoneOrBound(Entry entry) {
        Path workspace = Path.of(entry.workspace());
        try {
            // The next folder of that name may get the same inode.
            return Files.notExists(workspace, LinkOption.NOFOLLOW_LINKS) || inode(workspace) == entry.inode()
                    && isMarked(workspace) && mark(workspace).map(entry.id()::equals).orElse(true);
        } catch (IOException e) {
            return false;
        }
    }

    /** With its lab. */
    public void forget(Path workspace) {
        registry.forget(entry -> entry.workspace().equals(key(workspace)));
    }

    /** Whether it is missing or empty. Refuses what is not a folder of this user only. */
    private static boolean isFresh(Path workspace) throws IOException {
        if (!Files.exists(workspace, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        if (Files.isSymbolicLink(workspace)) {
            throw refused(workspace, "is a symbolic link", "rm");
        }
        if (!Files.isDirectory(workspace, LinkOption.NOFOLLOW_LINKS)) {
            throw refused(workspace, "is not a folder", "rm");
        }
        if (isPosix(workspace)) {
            refuseWhatOthersMayEnter(workspace);
        }
        // A kill leaves a mark without an id, or the file that was to become it. Another call may be writing both.
        try (Stream<Path> inside = Files.list(workspace)) {
            return mark(workspace).isEmpty() && inside.map(file -> file.getFileName().toString())
                    .allMatch(name -> name.equals(MARK) || name.startsWith("." + MARK));
        }
    }

    private static void refuseWhatOthersMayEnter(Path workspace) throws IOException {
        Object owner = Files.getAttribute(workspace, "unix:uid");
        Path process = Path.of("/proc/self");
        boolean ours = Files.exists(process) ? owner.equals(Files.getAttribute(process, "unix:uid"))
                : Files.getOwner(workspace).getName().equals(System.getProperty("user.name"));
        if (!ours) {
            throw refused(workspace, "belongs to " + Files.getOwner(workspace), "rm -r");
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(workspace);
        if (!OWNERS.containsAll(permissions)) {
            String what = "may be entered by others (" + PosixFilePermissions.toString(permissions) + ")";
            throw mayHaveMachines(workspace) ? refusedWith(workspace, what, ("If nobody else changed it, close it: "
                    + "chmod go= %s. Else move it elsewhere, and run `hybridlab destroy LAB`.")
                    .formatted(ShellQuoting.quote(workspace.toString()))) : refused(workspace, what, "rm -r");
        }
    }

    /** The record comes first, so that a mark always has one. A second caller writes the same mark. */
    private void record(Path workspace) throws IOException {
        String path = key(workspace);
        long inode = inode(workspace);
        registry.change(path, one -> one.workspace().equals(path), one -> new Entry(one.id(), path, inode, one.lab()));
        Workspace.in(workspace).write(MARK, at(workspace).orElseThrow().id(), Workspace.Kind.LASTING);
    }

    private static boolean isMarked(Path workspace) {
        return Files.isRegularFile(workspace.resolve(MARK), LinkOption.NOFOLLOW_LINKS);
    }

    private static Optional<String> mark(Path workspace) throws IOException {
        Path mark = workspace.resolve(MARK);
        if (Files.exists(mark, LinkOption.NOFOLLOW_LINKS) && !isMarked(workspace)) {
            throw refused(workspace, "was not made by hybridlab for you on this host", "rm -r");
        }
        return Files.exists(mark) ? Optional.of(Files.readString(mark).strip()).filter(id -> !id.isEmpty())
                : Optional.empty();
    }

    static long inode(Path workspace) throws IOException {
        return isPosix(workspace)
                ? ((Number) Files.getAttribute(workspace, "unix:ino", LinkOption.NOFOLLOW_LINKS)).longValue() : 0;
    }

    /** Resolves links. */
    private static String key(Path workspace) {
        Path absolute = workspace.toAbsolutePath().normalize();
        try {
            return absolute.getParent().toRealPath().resolve(absolute.getFileName()).toString();
        } catch (IOException e) {
            return absolute.toString();
        }
    }

    static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    private static LabException refused(Path workspace, String what, String cure) {
        return refusedWith(workspace, what, mayHaveMachines(workspace) ? MAY_BE_UP
                : "Remove it: %s %s".formatted(cure, ShellQuoting.quote(workspace.toString())));
    }

    private static LabException refusedWith(Path workspace, String what, String advice) {
        return LabException.invalid("workspace-not-owned", "The workspace %s %s.".formatted(workspace, what),
                "Programs of this host would run what is in it. " + advice);
    }

    /** Whether a lab of another user or state folder may be up with it. An unreadable one counts as up. */
    private static boolean mayHaveMachines(Path workspace) {
        return Files.isDirectory(workspace, LinkOption.NOFOLLOW_LINKS)
                && Stream.of(workspace.resolve(MARK), Workspace.in(workspace).vagrantData().resolve("machines"))
                        .anyMatch(one -> !Files.notExists(one, LinkOption.NOFOLLOW_LINKS));
    }

    private static LabException unreadable(Path workspace, IOException e) {
        return LabException.invalid("workspace-not-owned", "The workspace %s cannot be read: %s"
                .formatted(workspace, e.getMessage()), "Look at who owns it, or copy the lab to a folder of your own.")
                .causedBy(e);
    }
}

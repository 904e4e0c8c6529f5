package org.hybridlab.common.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;

/**
 * The folder that a lab is rendered to and run from: {@code .hybridlab/} for {@code lab.yaml}, {@code
 * .hybridlab-<file>/} for other lab files. Other instances have {@code .hybridlab@<instance>/}, or {@code
 * .hybridlab@<instance>@<file>/}. It works by hand too: plain {@code vagrant}, {@code ssh -F}, {@code kubectl
 * --kubeconfig}. Only its owner may enter it (0700).
 */
public final class Workspace {
    private final Path folder;

    private Workspace(Path folder) {
        this.folder = folder;
    }

    /** The folder need not exist. Writes nothing. */
    public static Workspace in(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        // Not resolved: other code decides whether the folder may be a link.
        return new Workspace(absolute.getParent() == null ? absolute
                : RealPath.of(absolute.getParent()).resolve(absolute.getFileName()));
    }

    public static Workspace of(Path labFile) {
        return of(labFile, Optional.empty());
    }

    /** @param instance empty for the one without a name */
    public static Workspace of(Path labFile, Optional<String> instance) {
        Path file = labFile.toAbsolutePath().normalize();
        String name = file.getFileName().toString();
        String stem = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
        String plain = stem.equals("lab") ? "" : stem;
        return in(file.resolveSibling(".hybridlab" + instance
                .map(one -> "@" + one + (plain.isEmpty() ? "" : "@" + plain))
                .orElse(plain.isEmpty() ? "" : "-" + plain)));
    }

    /** Mode of a file, and whether it is forced to disk. */
    public enum Kind {
        PLAIN("rw-r--r--"), EXECUTABLE("rwxr-xr-x"),
        /** Not rendered again, so it is on disk before the call returns. */
        LASTING("rw-r--r--"),
        /** The same for its owner only. A lost key would lock us out. */
        SECRET("rw-------"),
        /** For its owner only, and no loss. */
        PRIVATE("rw-------");

        private final Set<PosixFilePermission> permissions;

        Kind(String permissions) {
            this.permissions = PosixFilePermissions.fromString(permissions);
        }

        Set<PosixFilePermission> permissions() {
            return permissions;
        }

        boolean isLasting() {
            return this == LASTING || this == SECRET;
        }
    }

    public Path folder() {
        return folder;
    }

    public Path vagrantfile() {
        return folder.resolve("Vagrantfile");
    }

    /** Vagrant's own state, in the default place of plain {@code vagrant}. */
    public Path vagrantData() {
        return folder.resolve(".vagrant");
    }

    public Path logs() {
        return folder.resolve("logs");
    }

    public Path journal() {
        return folder.resolve("journal.jsonl");
    }

    /** The lab's private ssh key. The public half ends with {@code .pub}. */
    public Path sshKey() {
        return folder.resolve("ssh/id_ed25519");
    }

    public Path sshConfig(String machine) {
        return folder.resolve("ssh/" + machine + ".conf");
    }

    public List<String> sshMachines() {
        Path settings = folder.resolve("ssh");
        if (!Files.isDirectory(settings)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(settings)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".conf"))
                    .map(name -> name.substring(0, name.length() - ".conf".length())).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path knownHosts() {
        return folder.resolve("ssh/known_hosts");
    }

    /** Tells a recreated machine from the one whose key is in {@link #knownHosts()}. */
    public Path machineIdentity(String machine) {
        return folder.resolve("ssh/" + machine + ".machine");
    }

    public Path appManifest(String app) {
        return folder.resolve("apps").resolve(app + ".yaml");
    }

    public Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    /** A link to the kubectl of the cluster's version. */
    public Path kubectl() {
        return folder.resolve("bin/kubectl");
    }

    public Path report() {
        return folder.resolve("report");
    }

    public void linkKubectl(Path program) {
        WorkspaceFiles.makeFolder(withoutLinks().place(kubectl().getParent()));
        try {
            Files.deleteIfExists(kubectl());
            Files.createSymbolicLink(kubectl(), program);
        } catch (IOException e) {
            throw WorkspaceFiles.notWritable(kubectl(), e);
        }
    }

    private FolderWithoutLinks withoutLinks() {
        return new FolderWithoutLinks(folder);
    }

    public Workspace create() {
        WorkspaceFiles.makeFolder(withoutLinks().place(folder));
        // Labs are in git repositories, which must not get keys and kubeconfig.
        write(".gitignore", "*\n");
        return this;
    }

    public void deleteVagrantfile() {
        try {
            Files.deleteIfExists(vagrantfile());
        } catch (IOException e) {
            throw WorkspaceFiles.notWritable(vagrantfile(), e);
        }
    }

    /** Removes all records of a machine that is gone, Vagrant's too. */
    public void forgetMachine(String machine) {
        WorkspaceFiles.delete(withoutLinks().place(vagrantData().resolve("machines").resolve(machine)));
        WorkspaceFiles.delete(withoutLinks().place(sshConfig(machine)));
        WorkspaceFiles.delete(withoutLinks().place(machineIdentity(machine)));
    }

    /**
     * A missing file is no error.
     *
     * @param relative path in the folder, with slashes
     */
    public void remove(String relative) {
        WorkspaceFiles.delete(withoutLinks().place(folder.resolve(relative)));
    }

    /** Removes the folder with its content. A missing one is no error. */
    public void delete() {
        WorkspaceFiles.delete(folder);
    }

    /** Forces the folder's names to disk, if the file system can. */
    public static void force(Path folder) {
        WorkspaceFiles.forceFolder(folder);
    }

    public boolean exists() {
        return Files.isDirectory(folder);
    }

    public Path write(String relative, String text) {
        return write(relative, text, Kind.PLAIN);
    }

    /**
     * Writes a file by rename. A file with this text keeps its time. Does not follow symbolic links. A secret is never
     * readable by others.
     *
     * @param relative path in the folder, with slashes
     * @return the file
     * @throws LabException {@code workspace-not-writable}, {@code workspace-not-owned} for a link
     */
    public Path write(String relative, String text, Kind kind) {
        return write(relative, bytes(relative, text), kind);
    }

    public Path write(String relative, byte[] content, Kind kind) {
        Path file = folder.resolve(relative).normalize();
        if (!file.startsWith(folder)) {
            throw new IllegalArgumentException(relative + " leads out of the workspace");
        }
        withoutLinks().place(file);
        WorkspaceFiles.makeFolder(folder);
        WorkspaceFiles.write(file, content, kind);
        return file;
    }

    private static byte[] bytes(String relative, String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(java.nio.CharBuffer.wrap(text));
            return Arrays.copyOf(encoded.array(), encoded.limit());
        } catch (CharacterCodingException e) {
            throw LabException.invalid("not-unicode", "What would be written to %s is not valid Unicode."
                    .formatted(relative), "Look for half a surrogate pair in the lab file.").causedBy(e);
        }
    }
}

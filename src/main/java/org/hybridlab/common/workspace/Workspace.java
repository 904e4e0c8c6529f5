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
 * The folder that a lab is rendered to and run from: {@code .hybridlab/} beside its lab file (for {@code lab.yaml}),
 * {@code .hybridlab-<file>/} for a lab file with another name. Further instances of a lab have
 * {@code .hybridlab@<instance>/}, or {@code .hybridlab@<instance>@<file>/}. Everything in it can be used by hand: plain
 * {@code vagrant} in it, {@code ssh -F}, {@code kubectl --kubeconfig}. Only its owner may enter it (0700).
 */
public final class Workspace {
    private final Path folder;

    private Workspace(Path folder) {
        this.folder = folder;
    }

    /** The workspace in this folder, whether it is there yet or not; nothing is written. */
    public static Workspace in(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        // The folder itself stays as it is called: whether it may be a link is not for this class to say.
        return new Workspace(absolute.getParent() == null ? absolute
                : RealPath.of(absolute.getParent()).resolve(absolute.getFileName()));
    }

    /** The workspace of a lab file. */
    public static Workspace of(Path labFile) {
        return of(labFile, Optional.empty());
    }

    /** @param instance of several of one lab; empty for the one that has no name */
    public static Workspace of(Path labFile, Optional<String> instance) {
        Path file = labFile.toAbsolutePath().normalize();
        String name = file.getFileName().toString();
        String stem = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
        String plain = stem.equals("lab") ? "" : stem;
        return in(file.resolveSibling(".hybridlab" + instance
                .map(one -> "@" + one + (plain.isEmpty() ? "" : "@" + plain))
                .orElse(plain.isEmpty() ? "" : "-" + plain)));
    }

    /** The instance that {@link #of(Path, Optional)} named it after. */
    public Optional<String> instance() {
        String[] parts = folder.getFileName().toString().split("@");
        return parts.length > 1 ? Optional.of(parts[1]) : Optional.empty();
    }

    /** Who may read a file, and whether it runs. */
    public enum Kind {
        PLAIN("rw-r--r--"), EXECUTABLE("rwxr-xr-x"),
        /** Nobody renders it again, so it is on the disk before the call returns. */
        LASTING("rw-r--r--"),
        /** The same for its owner alone: a lost key would lock us out of the lab's machines. */
        SECRET("rw-------"),
        /** For its owner alone, and no loss. */
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

    /** Vagrant's own state, where plain {@code vagrant} also looks for it. */
    public Path vagrantData() {
        return folder.resolve(".vagrant");
    }

    public Path logs() {
        return folder.resolve("logs");
    }

    public Path journal() {
        return folder.resolve("journal.jsonl");
    }

    /** The lab's own private ssh key; its public half has {@code .pub} behind. */
    public Path sshKey() {
        return folder.resolve("ssh/id_ed25519");
    }

    /** OpenSSH client settings of one machine, written afresh for each boot. */
    public Path sshConfig(String machine) {
        return folder.resolve("ssh/" + machine + ".conf");
    }

    /** Names of the machines that there are such settings for, sorted. */
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

    /** Tells the machine that {@link #knownHosts()} has the key of from one that was made later. */
    public Path machineIdentity(String machine) {
        return folder.resolve("ssh/" + machine + ".machine");
    }

    /** All objects of an app, as they were rendered last. */
    public Path appManifest(String app) {
        return folder.resolve("apps").resolve(app + ".yaml");
    }

    public Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    /** A link to the kubectl of the cluster's version, made when the cluster is. */
    public Path kubectl() {
        return folder.resolve("bin/kubectl");
    }

    /** Where the reports of the last checks lie. */
    public Path report() {
        return folder.resolve("report");
    }

    /** Makes {@link #kubectl} point to a program of this host. */
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
        // Labs lie in git repositories; the workspace's keys and kubeconfig must not get into them.
        write(".gitignore", "*\n");
        return this;
    }

    /** What it would tell Vagrant to do is not to be done. */
    public void deleteVagrantfile() {
        try {
            Files.deleteIfExists(vagrantfile());
        } catch (IOException e) {
            throw WorkspaceFiles.notWritable(vagrantfile(), e);
        }
    }

    /** Nothing here knows the machine any more, Vagrant's own notes among it; for one that is gone. */
    public void forgetMachine(String machine) {
        WorkspaceFiles.delete(withoutLinks().place(vagrantData().resolve("machines").resolve(machine)));
        WorkspaceFiles.delete(withoutLinks().place(sshConfig(machine)));
        WorkspaceFiles.delete(withoutLinks().place(machineIdentity(machine)));
    }

    /** Removes a file, well if it is gone. @param relative path below the folder, with slashes */
    public void remove(String relative) {
        WorkspaceFiles.delete(withoutLinks().place(folder.resolve(relative)));
    }

    /** Removes the folder with all that is in it; well if it is gone. */
    public void delete() {
        WorkspaceFiles.delete(folder);
    }

    /** The names in a folder are on the disk, as far as its file system lets anybody ask for that. */
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
     * Writes a file in one move: readers see the old text or the new one. A file that already has this text keeps its
     * time. A symbolic link in the workspace is not followed. A secret is never readable by others, not even while it
     * is written.
     *
     * @param relative path below the folder, with slashes
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

package org.hybridlab.engine.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

import org.hybridlab.common.workspace.FolderWithoutLinks;

/**
 * Files of a lab's runs, and their lock. Folders are 0700 and files 0600 on POSIX: nothing in them is secret, but
 * output of commands is private.
 *
 * @param state holds {@code journal.jsonl}
 * @param logs a folder per run, a file per step
 * @param lock outside of what a run may delete, since a deleted and recreated lock could be held twice; its owner file
 * is beside it
 */
public record RunFolder(Path state, Path logs, Path lock) {
    /** For a folder that no run deletes, with its own lock. */
    public RunFolder(Path state, Path logs) {
        this(state, logs, state.resolve("lock"));
    }

    public Path journal() {
        return state.resolve("journal.jsonl");
    }

    Path lockOwner() {
        return lock.resolveSibling(lock.getFileName() + "-owner.json");
    }

    private FolderWithoutLinks withoutLinks() {
        return new FolderWithoutLinks(state);
    }

    /** The same, after a check for symbolic links. */
    RunFolder checked() {
        withoutLinks().place(journal());
        if (logs.startsWith(state)) {
            withoutLinks().place(logs);
        }
        return this;
    }

    public Path stepLog(String runId, String step) {
        return logs.resolve(runId).resolve(step.replaceAll("[^A-Za-z0-9._-]", "_") + ".log");
    }

    static void create(Path folder) throws IOException {
        Files.createDirectories(folder, mode(folder, "rwx------"));
    }

    static FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
        create(file.getParent());
        Set<OpenOption> all = new HashSet<>(options);
        all.add(LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(file, all, mode(file, "rw-------"));
    }

    private static FileAttribute<?>[] mode(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(
                        PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }
}

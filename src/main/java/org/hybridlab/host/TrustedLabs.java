package org.hybridlab.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.RealPath;

/**
 * The labs that this user trusts, besides those of the installation: {@code trust.json} of the state folder. Labs of
 * others are trusted for what they would do. A lab of the user's own is known by its path, by its folder's inode, which
 * the next folder of that name may get, and by a mark in it. A clone or an archive may bring a copy of the mark, but
 * not the moment at which the file was written.
 */
public final class TrustedLabs {
    /** In the folder of an own lab. No workspace has that name, no copy of a lab gets it, and no template reads it. */
    static final String MARK = ".hybridlab.own";

    private final Path file;

    public TrustedLabs(UserFolders folders) {
        this.file = folders.state().resolve("trust.json");
    }

    /**
     * @param labFile its path, with the real path of its folder: what the lab brings lies beside it
     * @param inode of its folder
     * @param own whether hybridlab wrote it for this user, so that its edits are the user's
     * @param effects what it would do here, as it was agreed to; empty if nobody was asked yet
     * @param mark of an own lab; empty if it could not be read
     */
    record TrustedLab(String labFile, long inode, boolean own, Optional<List<String>> effects,
                      Optional<String> mark) {
    }

    /** Whether {@code init} wrote it on this host, and it is still that one. */
    public boolean isOwn(Path labFile) {
        return find(labFile).filter(lab -> lab.own() && lab.mark().isPresent() && lab.inode() == inode(labFile)
                && lab.mark().equals(mark(labFile))).isPresent();
    }

    /** Whether it is known to come from somebody else. */
    public boolean isOthers(Path labFile) {
        return find(labFile).filter(lab -> !lab.own()).isPresent();
    }

    /** What was agreed to; empty if nobody agreed to anything. */
    public Optional<List<String>> effects(Path labFile) {
        return find(labFile).filter(lab -> !lab.own()).flatMap(TrustedLab::effects);
    }

    public void trust(Path labFile, List<String> effects) {
        remember(new TrustedLab(real(labFile), inode(labFile), false, Optional.of(effects), Optional.empty()));
    }

    /**
     * After {@code init} wrote it.
     *
     * @throws LabException {@code lab-not-written} (exit 3)
     */
    public void own(Path labFile) {
        Path mark = labFile.resolveSibling(MARK);
        try {
            Files.deleteIfExists(mark);
            Files.writeString(mark, OwnWorkspaces.randomId(), StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw LabException.hostNotReady("lab-not-written", mark + " could not be written: " + e.getMessage(),
                    "Run this in a folder where you may write.").causedBy(e);
        }
        remember(new TrustedLab(real(labFile), inode(labFile), true, Optional.empty(), mark(labFile)));
    }

    /**
     * Before {@code init} writes a lab: it could not be noted as the user's own.
     *
     * @throws LabException {@code state-not-writable} (exit 3)
     */
    public void needWritable() {
        StateFile.update(file, TrustedLab[].class, before -> before);
    }

    /** After {@code init} wrote it of what came from somebody else: nobody was asked yet. */
    public void notOwn(Path labFile) {
        remember(new TrustedLab(real(labFile), inode(labFile), false, Optional.empty(), Optional.empty()));
    }

    /** What the mark says, and when it came to its folder where the host's files tell. */
    private static Optional<String> mark(Path labFile) {
        Path mark = labFile.resolveSibling(MARK);
        try {
            if (!Files.isRegularFile(mark, LinkOption.NOFOLLOW_LINKS)
                    || Files.size(mark) != OwnWorkspaces.ID_CHARACTERS) {
                return Optional.empty();
            }
            String id = Files.readString(mark, StandardCharsets.ISO_8859_1);
            return Optional.of(OwnWorkspaces.isPosix(mark)
                    ? id + " " + Files.getAttribute(mark, "unix:ctime", LinkOption.NOFOLLOW_LINKS) : id);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void remember(TrustedLab lab) {
        StateFile.update(file, TrustedLab[].class, before -> Stream.concat(
                before.stream().filter(one -> !one.labFile().equals(lab.labFile())), Stream.of(lab)).toList());
    }

    private Optional<TrustedLab> find(Path labFile) {
        String path = real(labFile);
        return StateFile.read(file, TrustedLab[].class).stream().filter(one -> one.labFile().equals(path)).findFirst();
    }

    private static String real(Path labFile) {
        Path file = labFile.toAbsolutePath();
        return RealPath.of(file.getParent()).resolve(file.getFileName()).toString();
    }

    private static long inode(Path labFile) {
        try {
            return OwnWorkspaces.inode(labFile.toAbsolutePath().getParent().toRealPath());
        } catch (IOException e) {
            return -1;
        }
    }
}

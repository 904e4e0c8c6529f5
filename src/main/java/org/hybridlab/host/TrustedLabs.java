package org.hybridlab.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.common.workspace.ShortHash;

/**
 * Labs that this user trusts, besides those of the installation: {@code trust} of the state folder. Labs of others
 * are trusted for their effects. An own lab is known by its path, its folder's inode, which may be reused, and a mark
 * in it. A clone or archive may copy the mark, but not its time.
 */
public final class TrustedLabs {
    /** In an own lab's folder. Never a workspace's name, never copied with a lab, and read by no template. */
    static final String MARK = ".hybridlab.own";
    private static final int BYTES = 16;

    private final Path folder;

    public TrustedLabs(UserFolders folders) {
        this.folder = folders.state().resolve("trust");
    }

    /**
     * @param labFile with the real path of its folder
     * @param own whether hybridlab wrote it for this user, so that edits are the user's
     * @param effects that were agreed to; empty: not asked yet
     * @param mark of an own lab; empty if unreadable
     */
    record TrustedLab(String labFile, long inode, boolean own, Optional<List<String>> effects,
                      Optional<String> mark) {
    }

    /** Whether {@code init} wrote it on this host, and it is still that lab. */
    public boolean isOwn(Path labFile) {
        return find(labFile).filter(lab -> lab.own() && lab.mark().isPresent() && lab.inode() == inode(labFile)
                && lab.mark().equals(mark(labFile))).isPresent();
    }

    /** Whether it certainly comes from somebody else. */
    public boolean isOthers(Path labFile) {
        return find(labFile).filter(lab -> !lab.own()).isPresent();
    }

    /** Effects that were agreed to; empty if none were. */
    public Optional<List<String>> effects(Path labFile) {
        return find(labFile).filter(lab -> !lab.own()).flatMap(TrustedLab::effects);
    }

    public void trust(Path labFile, List<String> effects) {
        remember(new TrustedLab(real(labFile), inode(labFile), false, Optional.of(effects), Optional.empty()));
    }

    /**
     * Records a lab of {@code init}.
     *
     * @throws LabException {@code lab-not-written} (exit 3)
     */
    public void own(Path labFile) {
        Path mark = labFile.resolveSibling(MARK);
        try {
            Files.deleteIfExists(mark);
            Files.writeString(mark, HostRegistry.randomId(), StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw LabException.hostNotReady("lab-not-written", mark + " could not be written: " + e.getMessage(),
                    "Run this in a folder where you may write.").causedBy(e);
        }
        remember(new TrustedLab(real(labFile), inode(labFile), true, Optional.empty(), mark(labFile)));
    }

    /**
     * Checks, before {@code init} writes a lab, that it can be recorded.
     *
     * @throws LabException {@code state-not-writable} (exit 3)
     */
    public void needWritable() {
        StateFile.locked(folder, () -> { });
    }

    /** Records that {@code init} copied somebody else's lab, so that the user is asked. */
    public void notOwn(Path labFile) {
        remember(new TrustedLab(real(labFile), inode(labFile), false, Optional.empty(), Optional.empty()));
    }

    /** The mark's text, and the time of its file if the host tells. */
    private static Optional<String> mark(Path labFile) {
        Path mark = labFile.resolveSibling(MARK);
        try {
            if (!Files.isRegularFile(mark, LinkOption.NOFOLLOW_LINKS)
                    || Files.size(mark) != HostRegistry.ID_CHARACTERS) {
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
        StateFile.locked(folder, () -> StateFile.write(file(lab.labFile()), lab));
    }

    private Optional<TrustedLab> find(Path labFile) {
        return StateFile.read(file(real(labFile)), TrustedLab.class);
    }

    private Path file(String labFile) {
        return StateFile.in(folder, ShortHash.of(labFile, BYTES));
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

package org.hybridlab.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The labs that this user trusts, besides those of the installation: {@code trust.json} of the state folder. */
public final class TrustedLabs {
    private final Path file;

    public TrustedLabs(UserFolders folders) {
        this.file = folders.state().resolve("trust.json");
    }

    /**
     * @param labFile its real path
     * @param inode of its folder
     * @param own whether hybridlab wrote it for this user, so that its edits are the user's
     * @param effects what it would do here, as it was agreed to
     */
    record TrustedLab(String labFile, long inode, boolean own,
                      @JsonProperty("deeds") List<String> effects) {
    }

    /** Whether {@code init} wrote it on this host. */
    public boolean isOwn(Path labFile) {
        return find(labFile).filter(lab -> lab.own() && lab.inode() == inode(labFile)).isPresent();
    }

    /** What was agreed to; empty if nobody agreed to anything. */
    public Optional<List<String>> effects(Path labFile) {
        return find(labFile).filter(lab -> !lab.own()).map(TrustedLab::effects);
    }

    public void trust(Path labFile, List<String> effects) {
        remember(new TrustedLab(real(labFile), inode(labFile), false, effects));
    }

    /** After {@code init} wrote it. */
    public void own(Path labFile) {
        remember(new TrustedLab(real(labFile), inode(labFile), true, List.of()));
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
        try {
            return labFile.toRealPath().toString();
        } catch (IOException e) {
            return labFile.toAbsolutePath().normalize().toString();
        }
    }

    private static long inode(Path labFile) {
        try {
            return OwnWorkspaces.inode(labFile.toRealPath().getParent());
        } catch (IOException e) {
            return -1;
        }
    }
}

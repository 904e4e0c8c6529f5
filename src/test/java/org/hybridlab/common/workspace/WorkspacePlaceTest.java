package org.hybridlab.common.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspacePlaceTest {
    @TempDir
    private Path folder;
    private Path lab;
    private WorkspacePlace writable;
    private WorkspacePlace readOnly;

    @BeforeEach
    void lab() throws IOException {
        folder = folder.toRealPath();
        lab = Files.createFile(Files.createDirectories(folder.resolve("opt/labs/first")).resolve("lab.yaml"));
        writable = new WorkspacePlace(folder.resolve("state"), path -> true);
        readOnly = new WorkspacePlace(folder.resolve("state"), path -> !path.startsWith(folder.resolve("opt")));
    }

    @Test
    void workspace_liesBesideLabFile_ifWritable() {
        assertThat(at(writable, lab)).isEqualTo(lab.resolveSibling(".hybridlab"));
        assertThat(writable.isElsewhere(Workspace.in(at(writable, lab)))).isFalse();
    }

    @Test
    void workspace_ofReadOnlyFolder_usesStateFolder() {
        Path place = at(readOnly, lab);

        assertThat(place.getParent()).isEqualTo(folder.resolve("state"));
        assertThat(place.getFileName().toString()).matches("first-[0-9a-f]{8}");
        assertThat(readOnly.isElsewhere(Workspace.in(place))).isTrue();
    }

    @Test
    void eachLabAndInstanceHasItsOwn() throws IOException {
        Path other = Files.createFile(Files.createDirectories(folder.resolve("opt/more/first")).resolve("lab.yaml"));
        Path second = Files.createFile(lab.resolveSibling("big.yaml"));

        assertThat(Set.of(at(readOnly, lab), at(readOnly, other), at(readOnly, second),
                readOnly.of(lab, Optional.of("two")).folder())).hasSize(4);
    }

    @Test
    void workspace_reachedByALink_isTheSame() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("current"), folder.resolve("opt"));
        assertThat(at(readOnly, link.resolve("labs/first/lab.yaml"))).isEqualTo(at(readOnly, lab));
    }

    @Test
    void oneThatIsThereStaysWhereItIs() throws IOException {
        Path away = at(readOnly, lab);
        Files.createDirectories(away);
        assertThat(at(writable, lab)).isEqualTo(away);

        Files.delete(away);
        Path beside = Files.createDirectories(lab.resolveSibling(".hybridlab"));
        WorkspacePlace onlyTheWorkspace = new WorkspacePlace(folder.resolve("state"), beside::equals);
        assertThat(at(onlyTheWorkspace, lab)).isEqualTo(beside);
    }

    @Test
    void oneOfSomebodyElseIsNotTaken() throws IOException {
        Files.createDirectories(lab.resolveSibling(".hybridlab"));
        assertThat(at(readOnly, lab)).startsWithRaw(folder.resolve("state"));
    }

    private static Path at(WorkspacePlace place, Path lab) {
        return place.of(lab, Optional.empty()).folder();
    }
}

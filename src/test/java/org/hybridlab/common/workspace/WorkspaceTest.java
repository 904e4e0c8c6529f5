package org.hybridlab.common.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceTest {
    @TempDir
    Path folder;

    @Test
    void workspace_besideLabFile_isItsOwnersOnly() throws IOException {
        Workspace workspace = Workspace.of(folder.resolve("lab.yaml")).create();
        assertThat(workspace.folder()).isEqualTo(folder.resolve(".hybridlab"));
        assertThat(permissions(workspace.folder())).isEqualTo("rwx------");
        assertThat(Workspace.of(folder.resolve("big.yaml")).folder()).isEqualTo(folder.resolve(".hybridlab-big"));
    }

    @Test
    void file_unchanged_keepsItsTime() throws IOException {
        Workspace workspace = Workspace.in(folder.resolve("w"));
        Path file = workspace.write("a/b.txt", "one");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
        workspace.write("a/b.txt", "one");
        assertThat(Files.getLastModifiedTime(file).toMillis()).isEqualTo(1000);
        workspace.write("a/b.txt", "two");
        assertThat(Files.getLastModifiedTime(file).toMillis()).isGreaterThan(1000);
        assertThat(file).hasContent("two");
    }

    @Test
    void eachKindOfFileHasItsPermissions() throws IOException {
        Workspace workspace = Workspace.in(folder.resolve("w"));
        assertThat(permissions(workspace.write("p", "x"))).isEqualTo("rw-r--r--");
        assertThat(permissions(workspace.write("e", "x", Workspace.Kind.EXECUTABLE))).isEqualTo("rwxr-xr-x");
        assertThat(permissions(workspace.write("s", "x", Workspace.Kind.SECRET))).isEqualTo("rw-------");
        assertThat(permissions(workspace.write("p", "x", Workspace.Kind.SECRET))).isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "scripts", "scripts/node", "scripts/node/prepare.sh", "bin"})
    void link_insideWorkspace_isRefusedWithTheCure(String link) throws IOException {
        Workspace workspace = Workspace.in(folder.resolve("w"));
        Path place = workspace.folder().resolve(link);
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.createDirectories(place.getParent());
        Files.createSymbolicLink(place, link.endsWith(".sh") ? Files.writeString(elsewhere.resolve("mine"), "mine")
                : elsewhere);

        assertThatThrownBy(() -> {
            workspace.write("scripts/node/prepare.sh", "text");
            workspace.linkKubectl(Path.of("/usr/bin/kubectl"));
        }).isInstanceOfSatisfying(LabException.class, refused -> {
            assertThat(refused.id()).isEqualTo("workspace-not-owned");
            assertThat(refused.advice()).contains("rm '" + place + "'");
        });
        try (Stream<Path> files = Files.walk(elsewhere)) {
            assertThat(files.filter(Files::isRegularFile)).allMatch(file -> file.endsWith("mine")).allSatisfy(
                    file -> assertThat(file).hasContent("mine"));
        }
    }

    @Test
    void nothingButTheFileIsLeft() throws IOException {
        Workspace workspace = Workspace.in(folder.resolve("w"));
        workspace.write("s", "1", Workspace.Kind.SECRET);
        workspace.write("s", "2", Workspace.Kind.SECRET);
        try (Stream<Path> files = Files.list(workspace.folder())) {
            assertThat(files).containsExactly(workspace.folder().resolve("s"));
        }
    }

    @Test
    void noPathLeadsOutOfIt() {
        Workspace workspace = Workspace.in(folder.resolve("w"));
        assertThatThrownBy(() -> workspace.write("../x", "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void folder_thatCannotBeMade_failsWithAdvice() throws IOException {
        Files.writeString(folder.resolve("file"), "in the way");
        assertThat(failure(() -> Workspace.in(folder.resolve("file/w")).write("x", "x")).id())
                .isEqualTo("workspace-not-writable");
    }

    @Test
    void halfASurrogatePair_written_isRefused() {
        assertThatThrownBy(() -> Workspace.in(folder.resolve("w")).write("x", "a\ud800b"))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("not-unicode"));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}

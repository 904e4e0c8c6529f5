package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.ProviderName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnWorkspacesTest {
    @TempDir
    private Path home;
    private Path workspace;
    private OwnWorkspaces own;

    @BeforeEach
    void aLabFolder() throws IOException {
        workspace = Files.createDirectory(home.resolve("lab")).resolve(".hybridlab");
        own = new OwnWorkspaces(folders());
    }

    @Test
    void boundWorkspace_ofMovedLab_staysOurs() throws IOException {
        own.bind(workspace);
        Files.writeString(workspace.resolve("Vagrantfile"), "");
        own.bind(workspace);
        assertThatCode(() -> own.check(workspace)).doesNotThrowAnyException();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(workspace))).isEqualTo("rwx------");

        Files.move(workspace.getParent(), home.resolve("moved"));

        assertThatCode(() -> own.check(home.resolve("moved/.hybridlab"))).doesNotThrowAnyException();
    }

    @Test
    void lab_reachedByLink_isTheSameLab() throws IOException {
        own.bind(workspace);
        Path link = Files.createSymbolicLink(home.resolve("link"), workspace.getParent());

        assertThatCode(() -> own.check(link.resolve(".hybridlab"))).doesNotThrowAnyException();
    }

    @Test
    void aCopyIsNotOurs() throws IOException {
        own.bind(workspace);
        Path copy = Files.createDirectory(home.resolve("copy")).resolve(".hybridlab");
        made(copy);
        Files.copy(workspace.resolve(OwnWorkspaces.MARK), copy.resolve(OwnWorkspaces.MARK));

        assertRefused(copy, "was not made by hybridlab", "A lab may be up there");
    }

    @Test
    void folder_inPlaceOfOurs_isNotOurs() throws IOException {
        own.bind(workspace);
        known().remember(TestKnownLab.of("lab", workspace.toString(), ProviderName.DOCKER, "10.1.0.0/24"));
        Files.move(workspace, home.resolve("away"));
        made(workspace);
        Files.writeString(workspace.resolve("Vagrantfile"), "");

        assertRefused(workspace, "was not made by hybridlab", "rm -r " + workspace);
    }

    /** As with another XDG_STATE_HOME, or under sudo: to delete it would leave the lab's machines behind. */
    @Test
    void labOfAnotherState_isNotDeleted() throws IOException {
        own.bind(workspace);
        Files.writeString(workspace.resolve("Vagrantfile"), "");
        OwnWorkspaces other = new OwnWorkspaces(UserFolders.of(Map.of("XDG_STATE_HOME", home + "/other"), home));

        assertThatThrownBy(() -> other.check(workspace)).isInstanceOfSatisfying(LabException.class, e ->
                assertThat(e.advice()).contains("as its owner", "XDG_STATE_HOME").doesNotContain("rm -r"));
        Files.delete(workspace.resolve(OwnWorkspaces.MARK));
        Files.createDirectories(workspace.resolve(".vagrant/machines/control"));
        assertThat(failure(() -> other.check(workspace)).advice()).contains("XDG_STATE_HOME").doesNotContain("rm -r");
    }

    @Test
    void folder_openToOthers_isRefused() throws IOException {
        own.bind(workspace);
        Files.setPosixFilePermissions(workspace, PosixFilePermissions.fromString("rwxrwx---"));

        assertRefused(workspace, "may be entered by others (rwxrwx---)", "chmod go= " + workspace);
        Files.delete(workspace.resolve(OwnWorkspaces.MARK));
        assertRefused(workspace, "may be entered by others (rwxrwx---)", "rm -r " + workspace);
    }

    @Test
    void aMarkThatIsALinkIsRefused() throws IOException {
        own.bind(workspace);
        Files.move(workspace.resolve(OwnWorkspaces.MARK), home.resolve("mark"));
        Files.createSymbolicLink(workspace.resolve(OwnWorkspaces.MARK), home.resolve("mark"));

        assertRefused(workspace, "was not made by hybridlab", "A lab may be up there");
    }

    /** As a host that lost its power leaves it: path and inode are recorded, so the id is written again. */
    @Test
    void truncatedMark_ofRecordedFolder_isWrittenAgain() throws IOException {
        own.bind(workspace);
        Files.writeString(workspace.resolve("Vagrantfile"), "");
        String id = Files.readString(workspace.resolve(OwnWorkspaces.MARK));
        Files.writeString(workspace.resolve(OwnWorkspaces.MARK), "");

        assertThat(own.paths()).containsExactly(workspace.toRealPath());
        own.check(workspace);

        assertThat(workspace.resolve(OwnWorkspaces.MARK)).hasContent(id);
        assertThat(own.isBound(workspace)).isTrue();
    }

    @Test
    void truncatedMark_ofUnrecordedFolder_isRefused() throws IOException {
        own.bind(workspace);
        Path copy = Files.createDirectory(home.resolve("copy")).resolve(".hybridlab");
        made(copy);
        Files.writeString(copy.resolve("Vagrantfile"), "");
        Files.writeString(copy.resolve(OwnWorkspaces.MARK), "");

        assertRefused(copy, "was not made by hybridlab", "A lab may be up there");
        assertThat(copy.resolve(OwnWorkspaces.MARK)).isEmptyFile();
    }

    /** As Windows' disks in WSL: whatever a folder is made with, others may enter it. */
    @Test
    void fileSystem_withoutPermissions_isRefusedAtOnce() {
        OwnWorkspaces there = new OwnWorkspaces(folders(), PosixFilePermissions.fromString("rwxr-xr-x"));

        LabException e = failure(() -> there.bind(workspace));
        assertThat(e.id()).isEqualTo("workspace-not-private");
        assertThat(e.advice()).contains("hybridlab init ~/NAME --from");
        assertThat(e.exitCode().number()).isEqualTo(3);
        assertThat(workspace).doesNotExist();
        assertThat(there.isBound(workspace)).isFalse();
    }

    @Test
    void binding_killedHalfway_isDoneNextTime() throws IOException {
        made(workspace);
        own.check(workspace);
        own.bind(workspace);
        Files.writeString(workspace.resolve(OwnWorkspaces.MARK), "");

        own.check(workspace);
        own.bind(workspace);
        Files.writeString(workspace.resolve("Vagrantfile"), "");

        assertThatCode(() -> own.check(workspace)).doesNotThrowAnyException();
    }

    /** Another call is about to rename it. */
    @Test
    void markBeingWritten_isNobodysFile() throws IOException {
        made(workspace);
        Files.writeString(workspace.resolve("." + OwnWorkspaces.MARK + "123.new"), "");

        assertThatCode(() -> own.bind(workspace)).doesNotThrowAnyException();
    }

    @Test
    void binding_byManyAtOnce_agrees() {
        List<CompletableFuture<Void>> all = IntStream.range(0, 12).mapToObj(i -> CompletableFuture.runAsync(() -> {
            own.bind(workspace);
            own.check(workspace);
        })).toList();

        assertThat(all).allSatisfy(one -> assertThatCode(one::join).doesNotThrowAnyException());
    }

    /** Advice to delete it would leave machines behind. */
    @Test
    void workspace_whoseRecordIsUnreadable_isUnknown() throws IOException {
        own.bind(workspace);
        Files.writeString(workspace.resolve("Vagrantfile"), "");
        OwnWorkspaces other = new OwnWorkspaces(folders());
        other.bind(Files.createDirectory(home.resolve("other")).resolve(".hybridlab"));
        Path file = folders().state().resolve("labs/%s.json".formatted(
                Files.readString(workspace.resolve(OwnWorkspaces.MARK))));
        Files.writeString(file, "{");

        LabException e = failure(() -> own.check(workspace));
        assertThat(e.id()).isEqualTo("state-unreadable");
        assertThat(e.what()).contains(file.toString());
        assertThat(own.isBound(home.resolve("other/.hybridlab"))).isTrue();
    }

    @Test
    void whatIsDeletedIsForgotten() throws IOException {
        own.bind(workspace);
        Files.delete(workspace.resolve(OwnWorkspaces.MARK));
        Files.delete(workspace);
        own.forget(workspace);

        assertThat(folders().state().resolve("labs")).isDirectoryNotContaining("glob:**.json");
    }

    /** As the next folder of that name may be, on a disk that uses inodes again. */
    @Test
    void folder_withOurInode_isNotAmongPaths() throws IOException {
        own.bind(workspace);
        assertThat(own.paths()).containsExactly(workspace.toRealPath());
        Files.delete(workspace.resolve(OwnWorkspaces.MARK));
        Files.writeString(workspace.resolve("Vagrantfile"), "");

        assertThat(own.paths()).isEmpty();
    }

    private static void made(Path workspace) throws IOException {
        Files.createDirectory(workspace,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private void assertRefused(Path folder, String why, String advice) {
        LabException e = failure(() -> own.check(folder));
        assertThat(e.id()).isEqualTo("workspace-not-owned");
        assertThat(e.what()).contains(why);
        assertThat(e.advice()).contains(advice);
        assertThat(e.exitCode().number()).isEqualTo(2);
    }

    private KnownLabs known() {
        return new KnownLabs(folders());
    }

    private UserFolders folders() {
        return UserFolders.of(Map.of(), home);
    }
}

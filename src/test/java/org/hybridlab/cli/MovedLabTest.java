package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.junit.jupiter.api.Test;

/** A lab whose folder is moved while it is up is the same lab; a copy of it is not. */
class MovedLabTest extends RecordedLab {
    @Test
    void movedLab_goesByItsNewPath() throws IOException {
        up("control", "node");
        Path moved = Files.move(folder, home.resolve("moved"));

        Call call = call("destroy", moved.toString(), "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.err()).contains("The lab duo was moved here from " + workspace.folder().getParent());
        nothingIsLeft();
        assertThat(moved.resolve(".hybridlab")).doesNotExist();
    }

    @Test
    void movedLab_forEveryCommand_isTheSame() throws IOException {
        up("control");
        workspace.write("ssh/control.conf", "Host control\n  IdentityFile \"/old\"\n  UserKnownHostsFile \"/old\"\n");
        Path moved = Files.move(folder, home.resolve("a place")).toRealPath();

        Call call = call("kubectl", moved.toString(), "version");

        assertThat(call.err()).contains("goes on as the same lab");
        assertThat(known().all()).singleElement().satisfies(lab -> {
            assertThat(lab.workspace()).isEqualTo(moved.resolve(".hybridlab").toString());
            assertThat(lab.labFile()).isEqualTo(moved.resolve("lab.yaml"));
            assertThat(lab.origin().id()).isEqualTo(LabId.of("duo", workspace.folder()).toString());
        });
        assertThat(moved.resolve(".hybridlab/ssh/control.conf")).content()
                .contains("  IdentityFile \"" + moved.resolve(".hybridlab/ssh/id_ed25519") + "\"\n")
                .contains("  UserKnownHostsFile \"" + moved.resolve(".hybridlab/ssh/known_hosts") + "\"\n");
        assertThat(call("kubectl", moved.toString(), "version").err()).doesNotContain("was moved");
        assertThat(call("list").out()).containsPattern("duo +1 .*192.168.57.0/24 +a place/lab.yaml\n");
    }

    @Test
    void copyOfALab_isAnotherLab() throws IOException {
        up("control");
        Path copy = home.resolve("copy");
        Files.createDirectories(copy.resolve(".hybridlab"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------")));
        for (String name : List.of("lab.yaml", ".hybridlab/.bound", ".hybridlab/Vagrantfile")) {
            Files.copy(folder.resolve(name), copy.resolve(name));
        }
        for (boolean gone : List.of(false, true)) {
            if (gone) {
                Files.move(folder, home.resolve("away"));
            }
            Call call = call("destroy", copy.toString(), "--yes");
            assertThat(call.exitCode()).isEqualTo(2);
            assertThat(call.err()).contains("workspace-not-owned");
        }
        assertThat(docker.containers()).hasSize(1);
        assertThat(docker.ran()).isEmpty();
    }

    @Test
    void lab_movedToAnotherLabsPlace_isRefused() throws IOException {
        up("control");
        Path moved = Files.move(folder, home.resolve("moved")).toRealPath();
        known().remember(TestKnownLab.of("other", moved.resolve(".hybridlab").toString(), ProviderName.DOCKER,
                "192.168.60.0/24"));

        Call call = call("destroy", moved.toString(), "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("lab-moved", LabId.of("duo", workspace.folder()).toString());
        assertThat(docker.containers()).hasSize(1);
        assertThat(docker.ran()).isEmpty();
    }

    /** As after {@code mv kurs kurs-old} and another clone of it, while the lab is up. */
    @Test
    void labInOldPlace_hasNoMachines() throws IOException {
        up("control");
        Path moved = Files.move(folder, home.resolve("moved"));
        clonedAgain();

        for (List<String> words : List.of(List.of("destroy", "--yes"), List.of("status"), List.of("kubectl", "get"))) {
            List<String> all = new ArrayList<>(words);
            all.add(1, folder.toString());
            Call call = call(all.toArray(String[]::new));
            assertThat(call.exitCode()).as(call.err()).isEqualTo(2);
            assertThat(call.err()).contains("lab-moved", "hybridlab status", "hybridlab destroy "
                    + LabId.of("duo", workspace.folder()));
        }
        assertThat(docker.containers()).hasSize(1);
        assertThat(workspace.folder()).doesNotExist();

        assertThat(call("status", moved.toString()).err()).contains("goes on as the same lab");
        Call destroy = call("destroy", folder.toString(), "--yes");
        assertThat(destroy.exitCode()).as(destroy.err()).isZero();
        assertThat(destroy.err()).contains("Nothing of the lab");
        assertThat(docker.containers()).hasSize(1);
    }

    @Test
    void labClonedAgain_afterDeletion_goesById() throws IOException {
        up("control");
        Files.move(folder, home.resolve("deleted"));
        clonedAgain();

        Call call = call("destroy", LabId.of("duo", workspace.folder()).toString(), "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        nothingIsLeft();
        assertThat(call("destroy", folder.toString(), "--yes").err()).contains("Nothing of the lab");
    }

    /** Its workspace is known by itself, as that of a lab in an installation, which an upgrade replaces. */
    @Test
    void workspace_inNewFolder_isTheSameLab() throws IOException {
        up("control");
        Path old = Files.move(folder, home.resolve("old"));
        clonedAgain();
        Files.move(old.resolve(".hybridlab"), workspace.folder());

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.exitCode()).as(call.err()).isZero();
        nothingIsLeft();
    }

    @Test
    void unrecordedLab_inOldPlace_sparesMovedLab() throws IOException {
        up("control");
        Path moved = Files.move(folder, home.resolve("moved"));
        clonedAgain();
        call("status", moved.toString());
        make(workspace).write(".vagrant/machines/control/docker/id", "id");

        Call call = call("destroy", folder.toString(), "--yes");

        assertThat(call.err()).contains("machines-not-judged");
        assertThat(docker.containers()).hasSize(1);
    }

    /** The old folder keeps its inode: the next one has another. */
    private void clonedAgain() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("lab.yaml"), "name: duo\nprovider: docker\n"
                + "machines: [{name: control, role: control-plane}]\n");
    }

    @Test
    void movedLab_inUseElsewhere_isNotFollowed() throws IOException {
        up("control");
        UserFolders folders = UserFolders.of(Map.of(), home);
        Path moved;
        try (LabLock lock = LabLock.acquire(new RunFolder(workspace.folder(), workspace.logs(),
                folders.lock(workspace.folder())), Clock.systemUTC())) {
            moved = Files.move(folder, home.resolve("moved"));
            assertThat(call("destroy", moved.toString(), "--yes").err()).contains("lab-locked");
        }
        assertThat(docker.containers()).hasSize(1);
    }
}

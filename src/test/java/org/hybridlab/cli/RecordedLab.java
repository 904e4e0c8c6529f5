package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakeDocker;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A lab that is up in a world with a fake docker, its record and its workspace, whatever becomes of its files. */
abstract class RecordedLab {
    @TempDir
    Path home;
    Path folder;
    Workspace workspace;
    final FakeDocker docker = new FakeDocker();

    @BeforeEach
    void aLabFile() throws IOException {
        Files.writeString(home.resolve("Vagrantfile.ftl"), "");
        folder = Files.createDirectories(home.resolve("elsewhere/duo"));
        Files.writeString(folder.resolve("lab.yaml"), "name: duo\nmachines: [{name: control, role: control-plane}]\n");
        workspace = Workspace.of(folder.resolve("lab.yaml"));
    }

    void up(String... machines) {
        make(workspace).write("Vagrantfile", "");
        remember(workspace, Optional.empty(), "192.168.57.0/24");
        for (String machine : machines) {
            workspace.write(".vagrant/machines/" + machine + "/docker/id", "id");
            docker.machine(LabId.of("duo", workspace.folder()).toString(), machine);
        }
    }

    Workspace make(Workspace created) {
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(created.folder());
        return created.create();
    }

    void remember(Workspace created, Optional<String> instance, String network) {
        known().remember(TestKnownLab.of("duo", created.folder().toString(), ProviderName.DOCKER, network,
                KnownLab.Origin.of(LabId.of("duo", created.folder()).toString(), folder.resolve("lab.yaml"),
                instance)));
    }

    void nothingIsLeft() {
        assertThat(docker.things).isEmpty();
        assertThat(workspace.folder()).doesNotExist();
        assertThat(known().everywhere()).isEmpty();
        assertThat(home.resolve(".local/state/hybridlab/locks")).isDirectoryNotContaining("glob:**-destroy");
    }

    KnownLabs known() {
        return new KnownLabs(UserFolders.of(Map.of(), home));
    }

    Call call(String... words) {
        return Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString()), docker, words);
    }
}

package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.provision.change.UpgradePlanner.UpgradeImagesPresent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script itself; ctr only writes down what it is called with. */
class UpgradeImagesPresentTest {
    private static final String NEW = "registry.k8s.io/pause:3.10.2";
    @TempDir
    private Path folder;

    /** A machine that is made again of the new box has no other image, and gets these settings from a snapshot. */
    @Test
    void settings_ofContainerd_nameTheNewPauseImage() throws IOException {
        String before = Files.readString(Path.of("templates/box/node/etc/containerd/config.toml.in"));
        Files.writeString(folder.resolve("config.toml.in"), before.replace("@PAUSE_IMAGE@",
                "registry.k8s.io/pause:3.10.1"));
        StubProgram.write(folder.resolve("ctr"), "echo \"$@\" >> %s/calls".formatted(folder));

        assertThat(new LocalProcesses().run(Command.of("sh", "-c", UpgradeImagesPresent.TAKE_PAUSE, "sh", NEW,
                folder.toString()).env("PATH", folder + ":/usr/bin:/bin"), new Cancellation()).ok()).isTrue();

        assertThat(folder.resolve("config.toml.in")).hasContent(before.replace("@PAUSE_IMAGE@", NEW));
        assertThat(folder.resolve("config.toml")).doesNotExist();
        assertThat(folder.resolve("calls")).hasContent("--namespace k8s.io images label " + NEW
                + " io.cri-containerd.pinned=pinned");
    }
}

package org.hybridlab.provision.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

import org.hybridlab.common.text.ResourceText;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.zeroturnaround.exec.ProcessExecutor;

/** The script of {@link MachineFaults} on this host, with a folder in place of a machine's /var/lib/containerd. */
class MachineFaultsTest {
    private static final String LOST = "containerd has lost the files of its images";

    @TempDir
    private Path folder;

    @Test
    void snapshots_thatComeAndGo_areNotLost() throws Exception {
        Path snapshots = snapshots();
        for (int i = 0; i < 50; i++) {
            Files.createDirectory(snapshots.resolve("kept" + i));
        }
        AtomicBoolean over = new AtomicBoolean();
        Thread containers = new Thread(() -> comeAndGo(snapshots, over));
        containers.start();
        try {
            for (int i = 0; i < 100; i++) {
                assertThat(faults()).doesNotContain(LOST);
            }
        } finally {
            over.set(true);
            containers.join();
        }
    }

    @Test
    void snapshots_thatAreGone_areLost() throws Exception {
        snapshots();

        assertThat(faults()).contains(LOST);
    }

    private Path snapshots() throws IOException {
        return Files.createDirectories(folder.resolve("io.containerd.snapshotter.v1.overlayfs/snapshots"));
    }

    private static void comeAndGo(Path snapshots, AtomicBoolean over) {
        unchecked(() -> {
            for (int i = 0; !over.get(); i++) {
                Files.createDirectory(snapshots.resolve("pod" + i));
                Files.delete(snapshots.resolve("pod" + i));
            }
        });
    }

    private String faults() throws Exception {
        String script = ResourceText.of(MachineFaults.class, "machine-faults.sh")
                .replace("/var/lib/containerd", folder.toString());
        // A ctr without a containerd waits for seconds.
        StubProgram.write(folder.resolve("ctr"), "");
        return new ProcessExecutor("sh", "-c", script, "sh", "containerd", "").readOutput(true)
                .environment("PATH", folder + ":" + System.getenv("PATH")).execute().outputUTF8();
    }
}

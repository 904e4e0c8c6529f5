package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What kubeadm leaves of etcd, in a folder, with this host's shell. */
class KubeadmBackupsTest {
    private static final Instant BEGUN = Instant.parse("2026-11-01T12:00:00Z");

    @TempDir
    private Path root;

    @BeforeEach
    void machine() throws IOException {
        backup("kubeadm-backup-etcd-2026-10-01-00-00-00", BEGUN.minusSeconds(60));
        backup("kubeadm-backup-etcd-2026-11-01-12-01-00", BEGUN.plusSeconds(60));
        backup("kubeadm-backup-manifests-2026-11-01-12-01-00", BEGUN.plusSeconds(60));
    }

    @Test
    void backups_ofThisUpgradeOnly_areRemoved() throws Exception {
        Path begun = root.resolve("etc/kubernetes/hybridlab-upgrading");
        Files.setLastModifiedTime(Files.createFile(begun), FileTime.from(BEGUN));

        assertThat(remove()).isZero();

        assertThat(left()).containsExactlyInAnyOrder("kubeadm-backup-etcd-2026-10-01-00-00-00",
                "kubeadm-backup-manifests-2026-11-01-12-01-00");
        assertThat(begun).doesNotExist();
    }

    @Test
    void backups_ofAnUpgradeByHand_stay() throws Exception {
        assertThat(remove()).isZero();

        assertThat(left()).hasSize(3);
    }

    private void backup(String name, Instant made) throws IOException {
        Path folder = Files.createDirectories(root.resolve("etc/kubernetes/tmp/" + name + "/etcd"));
        Files.writeString(folder.resolve("member"), "data");
        Files.setLastModifiedTime(folder.getParent(), FileTime.from(made));
    }

    private int remove() throws Exception {
        return new ProcessBuilder("sh", "-c", KubernetesUpgraded.REMOVE_BACKUPS.replace("/etc", root + "/etc"))
                .inheritIO().start().waitFor();
    }

    private String[] left() {
        return root.resolve("etc/kubernetes/tmp").toFile().list();
    }
}

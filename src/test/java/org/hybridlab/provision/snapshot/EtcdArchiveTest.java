package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives that this host's tar writes, and reads again; whether etcd reads its files is seen in real labs. */
class EtcdArchiveTest {
    private static final int PREALLOCATED = 8_000_000;
    private static final int SLACK = 2 << 20;

    @TempDir
    private Path folder;
    private Path archive;
    private Path log;

    @BeforeEach
    void aFolderOfEtcd() throws IOException {
        archive = folder.resolve("etcd.tar");
        log = Files.createDirectories(folder.resolve("etcd/member/wal"));
        Files.createDirectories(folder.resolve("etcd/member/snap"));
        Files.write(folder.resolve("etcd/member/snap/db"), new byte[5000]);
        Files.write(log.resolve("0.tmp"), new byte[PREALLOCATED]);
        Files.writeString(log.resolve("0.wal"), "entries");
        extend(log.resolve("0.wal"));
        run("chmod", "-R", "u=rwX,go=", folder.resolve("etcd").toString());
    }

    private static void extend(Path file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(PREALLOCATED);
        }
    }

    @Test
    void log_endsSoonAfterItsEntries() throws IOException {
        SnapshotStore.shortenEtcd(packed());

        Path unpacked = unpacked();
        byte[] wal = Files.readAllBytes(unpacked.resolve("etcd/member/wal/0.wal"));
        assertThat(wal).hasSizeBetween(SLACK, SLACK + (1 << 16));
        assertThat(new String(wal, 0, 7)).isEqualTo("entries");
        assertThat(unpacked.resolve("etcd/member/wal/0.tmp")).doesNotExist();
        assertThat(unpacked.resolve("etcd/member/snap/db")).as("no log").hasSize(5000);
        assertThat(Files.getPosixFilePermissions(unpacked.resolve("etcd/member/snap/db"))).as("of root alone")
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(unpacked.resolve("etcd/member"))).as("of root alone")
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(Files.size(archive)).isLessThan(PREALLOCATED / 2);
        assertThat(folder.resolve("etcd.tar.shorter")).doesNotExist();
    }

    /** An entry may end with zeros, and a log may be full. */
    @Test
    void fullLog_staysWhole() throws IOException {
        byte[] full = new byte[PREALLOCATED];
        Arrays.fill(full, (byte) 1);
        Files.write(log.resolve("0.wal"), full);

        SnapshotStore.shortenEtcd(packed());

        assertThat(Files.readAllBytes(unpacked().resolve("etcd/member/wal/0.wal"))).isEqualTo(full);
    }

    @Test
    void archiveWithOthers_staysAsItIs() throws IOException {
        Files.createSymbolicLink(log.resolve("link"), Path.of("0.wal"));
        byte[] before = Files.readAllBytes(packed());

        SnapshotStore.shortenEtcd(archive);

        assertThat(Files.readAllBytes(archive)).isEqualTo(before);
    }

    @Test
    void archiveWithForeignFiles_staysAsItIs() throws IOException {
        assumeThat(Files.getOwner(folder).getName()).as("only root gives files away").isEqualTo("root");
        for (String words : List.of("chmod 755 etcd/member/snap/db", "chmod 755 etcd", "touch etcd/backup.sh",
                "chown 1000 etcd/member/snap/db")) {
            run("sh", "-c", "cd '%s' && %s".formatted(folder, words));
            byte[] before = Files.readAllBytes(packed());

            SnapshotStore.shortenEtcd(archive);

            assertThat(Files.readAllBytes(archive)).as(words).isEqualTo(before);
            run("sh", "-c", "cd '%s' && rm -f etcd/backup.sh && chown -R 0 etcd && chmod -R a-x,u=rwX,go= etcd"
                    .formatted(folder));
        }
        SnapshotStore.shortenEtcd(packed());
        assertThat(Files.size(archive)).as("else it is shortened").isLessThan(PREALLOCATED);
    }

    @Test
    void archiveCutOff_isNoSnapshot() throws IOException {
        Files.write(archive, Arrays.copyOf(Files.readAllBytes(packed()), 70_000));

        assertThatThrownBy(() -> SnapshotStore.shortenEtcd(archive)).isInstanceOf(LabException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    /** As etcd's, on a host of anybody's. */
    private Path packed() {
        run("tar", "-c", "--format=ustar", "-C", folder.toString(), "-f", archive.toString(), "etcd");
        return archive;
    }

    private Path unpacked() throws IOException {
        Path unpacked = Files.createDirectory(folder.resolve("unpacked"));
        run("tar", "-x", "-C", unpacked.toString(), "-f", archive.toString());
        return unpacked;
    }

    private static void run(String... words) {
        new LocalProcesses().run(Command.of(words), new Cancellation()).orFail("failed", "It failed.", "");
    }
}

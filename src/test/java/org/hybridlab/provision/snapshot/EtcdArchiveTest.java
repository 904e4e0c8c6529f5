package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

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
    void archiveCutOff_isNoSnapshot() throws IOException {
        Files.write(archive, Arrays.copyOf(Files.readAllBytes(packed()), 70_000));

        assertThatThrownBy(() -> SnapshotStore.shortenEtcd(archive)).isInstanceOf(LabException.class)
                .hasCauseInstanceOf(IOException.class);
    }

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

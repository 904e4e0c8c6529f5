package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.ForcedFiles;
import org.hybridlab.common.workspace.Workspace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of snapshots is on the host's disk, and what of them is seen while another process works with them. */
class SnapshotStoreTest {
    @TempDir
    private Path folder;
    private Path snapshots;
    private SnapshotStore store;

    @BeforeEach
    void aWorkspace() {
        Workspace workspace = Workspace.in(folder.resolve("w")).create();
        snapshots = workspace.folder().resolve("snapshots");
        store = new SnapshotStore(workspace);
    }

    /** Else an archive may be empty after a power cut, under a name that says that it is whole. */
    @Test
    void complete_isOnDisk_beforeItsName() throws IOException {
        Path begun = store.begin("first", "duo");
        Files.writeString(begun.resolve("node-00.tar"), "archive");
        Files.writeString(Files.createDirectories(begun.resolve("workspace")).resolve("known"), "x");

        assertThat(forced(() -> store.complete(snapshot("first")))).containsSubsequence(
                begun.resolve("manifest.json"), begun, snapshots).contains(begun.resolve("node-00.tar"),
                        begun.resolve("workspace/known"), begun.resolve("workspace"));
    }

    @Test
    void snapshot_thatDoesNotFit_isRefused() {
        long most = SnapshotStore.LIMIT_BYTES;
        SnapshotStore.mustFit(most - 5, 5, most);

        assertThat(failure(() -> SnapshotStore.mustFit(most - 5, 6, most)).id()).isEqualTo("snapshot-limit");
        assertThat(failure(() -> SnapshotStore.mustFit(3_000_000, 0, 2_000_000)).what())
                .isEqualTo( "The snapshot would take up to 3 MB, and the host's disk has 2 MB left.");
    }

    /** There may be no other that could be deleted. */
    @Test
    void snapshotTooLargeAlone_isToldSo() {
        long most = SnapshotStore.LIMIT_BYTES;

        LabException e = failure(() -> SnapshotStore.mustFit(most + 1, 0, Long.MAX_VALUE));
        assertThat(e.id()).isEqualTo("snapshot-limit");
        assertThat(e.what()).isEqualTo("The snapshot alone would take up to 4294 MB, more than the 4 GiB "
                + "that all of a lab may take.");
        assertThat(e.advice()).contains("/srv or /root").doesNotContain("snapshot delete");
    }

    /** Its archives may be larger than what was to be expected. */
    @Test
    void snapshotBeingTaken_isNoOther() throws IOException {
        Files.writeString(store.begin("first", "duo").resolve("node-00.tar"), "archive");
        assertThat(store.bytes("first")).isEqualTo(7);

        store.complete(snapshot("first"));
        Files.writeString(store.begin("second", "duo").resolve("node-00.tar"), "more");
        assertThat(store.bytes("second")).isEqualTo(4);
        assertThat(store.bytes() - store.bytes("second")).isGreaterThan(7);
    }

    private List<Path> forced(Runnable work) throws IOException {
        return ForcedFiles.during(work, folder.resolve("recording.jfr"), snapshots);
    }

    @Test
    void filesThatVanish_areSkipped() throws IOException {
        Path gone = Files.createDirectories(snapshots.resolve("gone"));
        CompletableFuture<Void> another = CompletableFuture.runAsync(this::saveAndDelete);

        while (!another.isDone()) {
            assertThat(store.all()).allMatch(one -> one.name().equals("first"));
            assertThat(store.bytes()).isNotNegative();
            assertThat(store.unreadable()).containsExactly("gone");
        }

        another.join();
        Files.delete(gone);
        assertThat(store.bytes()).isZero();
    }

    private void saveAndDelete() {
        for (int i = 0; i < 100; i++) {
            store.begin("first", "duo");
            store.complete(snapshot("first"));
            store.delete("first");
        }
    }

    private static Snapshot snapshot(String name) {
        return new Snapshot(Snapshot.FORMAT, name, Instant.EPOCH, "duo-0a1b2c", "1.36.3", false, List.of(), Map.of());
    }
}

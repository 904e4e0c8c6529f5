package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

import org.hybridlab.common.archive.TarWriter;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Arch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundleArchiveTest {
    @TempDir
    private Path folder;
    private Publisher publisher;
    private Bundles here;
    private Bundles there;
    private Path archive;

    @BeforeEach
    void twoHosts() throws IOException {
        publisher = Publisher.withEverything();
        here = Manifests.official(Manifests.at(publisher.base()), folder.resolve("here"));
        there = Manifests.official(Manifests.at("http://127.0.0.1:1"), folder.resolve("there"));
        archive = folder.resolve("bundle.tar");
    }

    @AfterEach
    void stop() {
        publisher.close();
    }

    @Test
    void bundleExport_onOfflineHost_givesSameFiles() throws IOException {
        Bundle original = Manifests.get(here);
        export();

        assertThat(there.archive().read(archive, vouched())).containsExactly("kubernetes 1.36.3 for linux-amd64",
                "tool 2.60 for linux-amd64");

        Bundle imported = Manifests.get(there);
        assertThat(imported.sums()).isEqualTo(original.sums());
        assertThat(Files.readAllBytes(imported.file("toolctl"))).isEqualTo(Publisher.content("toolctl"));
        assertThat(imported.file("toolctl")).isExecutable();
    }

    @Test
    void export_ofMissingBundle_isRefused() {
        assertThat(failure(this::export).id()).isEqualTo("bundle-incomplete");
        assertThat(archive).doesNotExist();
    }

    @Test
    void export_ofChangedCacheFile_isRefused() throws IOException {
        change(Manifests.get(here).file("kubelet"), 0);

        assertThat(failure(this::export).id()).isEqualTo("bundle-damaged");
    }

    @Test
    void export_overEarlierExport_replacesIt() throws IOException {
        Manifests.get(here);
        export();
        byte[] whole = Files.readAllBytes(archive);
        // As a copy that broke off has it: its first record is there.
        Files.write(archive, Arrays.copyOf(whole, whole.length / 2));

        export();

        assertThat(archive).hasBinaryContent(whole);

        Files.write(archive, new byte[0]);
        export();
        assertThat(archive).as("empty, as mktemp makes it").hasBinaryContent(whole);
    }

    @ParameterizedTest
    @ValueSource(strings = {"apiVersion: v1\n", "TAR {}", "RECORD {\"cat\": 1}", "RECORD null", "RECORD {"})
    void export_overOtherFile_isRefused(String content) throws IOException {
        Manifests.get(here);
        if (content.matches("(TAR|RECORD) .*")) {
            try (TarWriter tar = new TarWriter(Files.newOutputStream(archive))) {
                tar.file(content.startsWith("TAR") ? "photos/cat.jpg" : "photos/record.json",
                        content.substring(content.indexOf(' ')).getBytes(StandardCharsets.UTF_8));
            }
        } else {
            Files.writeString(archive, content);
        }
        byte[] before = Files.readAllBytes(archive);

        assertRefused();
        assertThat(archive).hasBinaryContent(before);
        assertThat(folder.resolve("bundle.tar.part")).doesNotExist();
    }

    @Test
    void export_overFolderOrLink_isRefused() throws IOException {
        Manifests.get(here);
        Files.createDirectory(archive);
        assertRefused();
        assertThat(archive).isDirectory();

        Files.delete(archive);
        Files.createSymbolicLink(archive, folder.resolve("nowhere"));
        assertRefused();
        assertThat(archive).isSymbolicLink();
    }

    @Test
    void export_intoMissingFolder_isRefused() throws IOException {
        Manifests.get(here);

        LabException refused = failure(() ->
                here.archive().write(Manifests.VERSION, Group.LINUX, Arch.AMD64, folder.resolve("none/bundle.tar")));
        assertThat(refused.id()).isEqualTo("file-not-written");
        assertThat(refused.what()).contains("none is no folder that you can write into.");
    }

    /** The size of a file in /proc is 0 whatever it has: so looks a file that changes meanwhile. */
    @Test
    void export_whereReadingFails_blamesTheCache() throws IOException {
        Path proc = Path.of("/proc/version");
        assumeTrue(Files.isReadable(proc), "Linux alone has it");
        Path tool = Manifests.get(here).file("toolctl");
        Files.delete(tool);
        Files.createSymbolicLink(tool, proc);
        Path record = tool.resolveSibling(PartRecord.NAME);
        Files.writeString(record, Files.readString(record).replaceFirst("(?s)(\"toolctl\" : \\{).*?}",
                "$1\"sha256\": \"%s\", \"bytes\": 0}".formatted(Sha256.of(proc))));

        LabException refused = failure(this::export);
        assertThat(refused.id()).isEqualTo("bundle-damaged");
        assertThat(refused.what()).contains("toolctl").doesNotContain(archive.toString());
    }

    @Test
    void export_whereWritingFails_blamesTheTarget() throws IOException {
        assumeTrue(Files.isWritable(Path.of("/dev/full")), "Linux alone has it");
        Manifests.get(here);
        Files.createSymbolicLink(folder.resolve("bundle.tar.part"), Path.of("/dev/full"));

        LabException refused = failure(this::export);
        assertThat(refused.id()).isEqualTo("file-not-written");
        assertThat(refused.what()).contains(archive.toString());
        assertThat(folder.resolve("bundle.tar.part")).doesNotExist();
    }

    @Test
    void export_besideFolderOfUser_leavesIt() throws IOException {
        Manifests.get(here);
        Path kept = Files.createDirectories(folder.resolve("bundle.tar.part")).resolve("letter");
        Files.writeString(kept, "mine");

        assertThat(failure(this::export).id()).isEqualTo("file-not-written");
        assertThat(kept).hasContent("mine");
    }

    private void assertRefused() {
        LabException refused = failure(this::export);
        assertThat(refused.id()).isEqualTo("export-over-other-file");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.INVALID);
    }

    @Test
    void import_ofChangedFile_isRefusedByName() throws IOException {
        Manifests.get(here);
        export();
        change(archive, Files.size(archive) - 2000);

        LabException refused = failure(() -> there.archive().read(archive, vouched()));
        assertThat(refused.id()).isEqualTo("bundle-wrong-checksum");
        assertThat(refused.what()).contains("toolctl");
        assertThat(there.cached(Manifests.VERSION, org.hybridlab.config.model.Os.LINUX, Arch.AMD64)).isEmpty();
    }

    @Test
    void import_intoUnwritableCache_blamesTheCache() throws IOException {
        Manifests.get(here);
        export();
        Files.writeString(folder.resolve("there"), "");

        assertThat(failure(() -> there.archive().read(archive, vouched())).id()).isEqualTo("cache-not-writable");
    }

    @Test
    void import_ofTooMuch_blamesTheDisk() throws IOException {
        assumeTrue(Files.isWritable(Path.of("/dev/full")), "Linux alone has it");
        Path full = Files.createSymbolicLink(folder.resolve("full"), Path.of("/dev/full"));

        assertThatThrownBy(() -> CacheFolder.write(new ByteArrayInputStream(new byte[] {1}), full))
                .isInstanceOfSatisfying(LabException.class, refused -> {
                    assertThat(refused.id()).isEqualTo("cache-not-writable");
                    assertThat(refused.what()).contains(full.toString(), "No space left on device");
                });
    }

    @Test
    void archiveRecord_outsideTheCache_writesNothing() throws IOException {
        try (TarWriter tar = new TarWriter(Files.newOutputStream(archive))) {
            tar.file("tool/2.60-linux-amd64/record.json", """
                    {"source":"official","files":{"../../../evil":{"sha256":"%s","bytes":1}}}"""
                    .formatted(Sha256.of("x")).getBytes(StandardCharsets.UTF_8));
            tar.file("tool/2.60-linux-amd64/../../../evil", "x".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(failure(() -> there.archive().read(archive, vouched())).id()).isEqualTo("bundle-archive-unreadable");
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    @Test
    void aFileThatIsNoExportIsRefused() throws IOException {
        Files.writeString(archive, "not a tar file at all, ".repeat(100));

        assertThat(failure(() -> there.archive().read(archive, vouched())).id()).isEqualTo("bundle-archive-unreadable");
    }

    @Test
    void archive_namingItsSource_keepsItsSums() {
        Manifests.get(here);
        export();

        assertThat(failure(() -> there.archive().read(archive, Optional.empty())).id()).isEqualTo("bundle-not-pinned");
        assertThatThrownBy(() -> there.archive().read(archive, Optional.of("0".repeat(64)))).isInstanceOfSatisfying(
                LabException.class, refused -> assertThat(refused.id()).isEqualTo("bundle-wrong-checksum"));
        assertThat(there.cached(Manifests.VERSION, org.hybridlab.config.model.Os.LINUX, Arch.AMD64)).isEmpty();
    }

    private Optional<String> vouched() throws IOException {
        return Optional.of(Sha256.of(archive));
    }

    private void export() {
        here.archive().write(Manifests.VERSION, Group.LINUX, Arch.AMD64, archive);
    }

    private static void change(Path file, long at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) at]++;
        Files.write(file, bytes);
    }
}

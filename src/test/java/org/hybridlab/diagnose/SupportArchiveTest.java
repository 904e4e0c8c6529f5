package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupportArchiveTest {
    @TempDir
    private Path folder;

    @Test
    void archive_holdsNoSecrets_forOwnerOnly() throws IOException {
        Path log = Files.writeString(folder.resolve("step.log"), "with the-known-secret\nsecond line\n");
        SupportArchive archive = new SupportArchive(new Redactor(List.of("the-known-secret")));
        archive.text("findings.txt", List.of("token: 0123456789"));
        archive.evidence(List.of(Evidence.of(EvidenceKind.KUBELET, "node 1", "kubelet", List.of("the-known-secret")),
                Evidence.of(EvidenceKind.KERNEL, "node 1", "kernel", List.of())));
        archive.file("logs/run/step.log", log);
        archive.file("gone.txt", folder.resolve("gone.txt"));
        Path target = folder.resolve("all.tar.gz");

        archive.writeTo(target);

        assertThat(tar("-tzf", target).lines()).containsExactly("evidence/node_1/kubelet-kubelet.log", "findings.txt",
                "gone.txt", "logs/run/step.log");
        assertThat(tar("-xzOf", target)).doesNotContain("the-known-secret").doesNotContain("0123456789")
                .contains("with [removed]\nsecond line\n");
        assertThat(Files.getPosixFilePermissions(target)).hasSize(2);
    }

    /** Facts of a machine are read twice, and the second time only what is new is kept. */
    @Test
    void evidence_ofOnePlace_isInOneFile() {
        SupportArchive archive = new SupportArchive(new Redactor(List.of()));
        archive.evidence(List.of(Evidence.of(EvidenceKind.MACHINE, "node", "facts", List.of("later")),
                Evidence.of(EvidenceKind.MACHINE, "node", "facts", List.of("before"))));
        Path target = folder.resolve("all.tar.gz");

        archive.writeTo(target);

        assertThat(tar("-xzOf", target)).contains("later\nbefore");
    }

    @Test
    void overwritesNothing() throws IOException {
        Path target = Files.writeString(folder.resolve("mine.txt"), "mine");

        assertThat(failure(() -> new SupportArchive(new Redactor(List.of())).writeTo(target)).id())
                .isEqualTo("archive-exists");
        assertThat(target).hasContent("mine");
    }

    /** Reading takes half a minute; that there is no place for it must be known before. */
    @Test
    void place_isJudged_beforeAnythingIsRead() throws IOException {
        Path taken = Files.writeString(folder.resolve("taken.tar.gz"), "mine");

        SupportArchive.mustBePossible(folder.resolve("new.tar.gz"));
        assertThatThrownBy(() -> SupportArchive.mustBePossible(taken)).hasMessageContaining("is there already");
        assertThat(failure(() -> SupportArchive.mustBePossible(folder.resolve("none/new.tar.gz"))).id())
                .isEqualTo("archive-not-written");
    }

    private static String tar(String flags, Path archive) {
        return new LocalProcesses().run(Command.of("tar", flags, archive.toString()), new Cancellation())
                .orFail("tar", "tar", "").stdout();
    }
}

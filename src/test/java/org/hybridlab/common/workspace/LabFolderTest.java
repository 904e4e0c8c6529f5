package org.hybridlab.common.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hybridlab.common.error.LabException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabFolderTest {
    @TempDir
    private Path folder;
    private LabFolder lab;

    @BeforeEach
    void lab() {
        lab = new LabFolder(folder);
    }

    @Test
    void unlistedFolder_isRead_asItIs() throws IOException {
        Path file = put("a.ftl", "first");
        assertThat(lab.read(file)).asString(StandardCharsets.UTF_8).isEqualTo("first");
        put("a.ftl", "second");
        assertThat(lab.read(file)).asString(StandardCharsets.UTF_8).isEqualTo("second");
    }

    @Test
    void listedFile_isRead_asLongAsUnchanged() throws IOException {
        Path file = put("templates/a.ftl", "first");
        lab.list(lab.includable());
        assertThat(lab.template("a.ftl").map(this::text)).contains("first");

        put("templates/a.ftl", "second");
        assertRefused("lab-not-trusted", () -> lab.read(file));
    }

    @Test
    void fileThatCameLater_isNotRead() throws IOException {
        lab.list(List.of());
        Path file = put("a.ftl", "late");
        assertRefused("lab-not-trusted", () -> lab.read(lab.template("a.ftl").orElseThrow()));
        assertRefused("lab-not-trusted", () -> lab.read(file));
    }

    /** Else hybridlab's own, or another one of the lab, would take its place. */
    @Test
    void listedTemplate_thatIsGone_isStillMeant() throws IOException {
        Path file = put("templates/a.ftl", "first");
        put("a.ftl", "other");
        lab.list(lab.includable());
        Files.delete(file);
        assertThat(lab.template("a.ftl")).contains(file);
        assertThatThrownBy(() -> lab.read(file)).isInstanceOf(IOException.class);
    }

    @Test
    void linkToFile_toOtherFile_isRefused() throws IOException {
        put("v1", "first");
        put("v2", "second");
        Path link = Files.createSymbolicLink(folder.resolve("a.ftl"), Path.of("v1"));
        lab.list(lab.includable());
        assertThat(text(link)).isEqualTo("first");

        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("v2"));
        assertRefused("lab-not-trusted", () -> lab.read(link));
    }

    @Test
    void linkToFolder_orOut_isRefused(@TempDir Path other) throws IOException {
        put("v1/a.ftl", "first");
        Files.createSymbolicLink(folder.resolve("templates"), Path.of("v1"));
        assertRefused("path-outside-lab", () -> lab.read(folder.resolve("templates/a.ftl")));
        assertRefused("path-outside-lab", () -> lab.read(folder.resolve("templates/../templates/a.ftl")));
        Files.writeString(other.resolve("b.ftl"), "theirs");
        Files.createSymbolicLink(folder.resolve("b.ftl"), other.resolve("b.ftl"));
        assertRefused("path-outside-lab", () -> lab.read(folder.resolve("b.ftl")));
        assertThat(lab.includable()).containsExactly(folder.resolve("v1/a.ftl"));
    }

    @Test
    void whatChangesAtEachRun_isNoTemplate() throws IOException {
        for (String name : List.of("lab.yaml", ".git/config", ".hybridlab/kubeconfig", ".hybridlab-two/kubeconfig")) {
            put(name, "it");
            assertThat(lab.template(name)).as(name).isEmpty();
            assertThat(lab.template("x/../" + name)).as(name).isEmpty();
        }
        assertThat(lab.template("../" + folder.getFileName() + "/lab.yaml")).isEmpty();
        assertThat(lab.includable()).isEmpty();
    }

    /** Files with names and contents that run into each other are other files. */
    @Test
    void hash_ofOtherFiles_isAnother() throws IOException {
        String first = lab.list(List.of(put("a", "1"), put("b", "2")));
        String second = lab.list(List.of(put("a", "12"), put("b", "")));
        assertThat(first).matches("sha256 [0-9a-f]{24}").isNotEqualTo(second)
                .isNotEqualTo(lab.list(List.of(put("c", "1"), put("d", "2"))));
        assertThat(lab.list(List.of(put("a", "1"), put("b", "2")))).isEqualTo(first);
    }

    private static void assertRefused(String id, ThrowingCallable reading) {
        assertThatThrownBy(reading).isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo(id));
    }

    private String text(Path file) {
        return unchecked(() -> new String(lab.read(file), StandardCharsets.UTF_8));
    }

    private Path put(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}

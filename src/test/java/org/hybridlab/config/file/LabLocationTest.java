package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabLocationTest {
    @TempDir
    private Path here;
    private Path labs;

    @BeforeEach
    void aLabBelowLabs() throws IOException {
        labs = here.resolve("labs");
        Files.createDirectories(labs.resolve("first-cluster"));
        Files.writeString(labs.resolve("first-cluster/lab.yaml"), "machines: []\n");
        Files.createDirectories(labs.resolve("no-lab-here"));
    }

    @Test
    void aLabIsANameBelowLabs() {
        assertThat(find("first-cluster").file()).isEqualTo(labs.resolve("first-cluster/lab.yaml"));
        assertThat(find("first-cluster").folder()).isEqualTo(labs.resolve("first-cluster"));
    }

    @Test
    void labLocation_isAFolderOrAFile() {
        Path file = labs.resolve("first-cluster/lab.yaml");

        assertThat(find("labs/first-cluster").file()).isEqualTo(file);
        assertThat(find("labs/first-cluster/").file()).isEqualTo(file);
        assertThat(find("labs/first-cluster/lab.yaml").file()).isEqualTo(file);
        assertThat(find(file.toString()).file()).isEqualTo(file);
    }

    /** It would put lines of its own into settings of ssh, such as a program to run. */
    @Test
    void path_withLineEnd_isRefused() throws IOException {
        Path lab = Files.createDirectories(here.resolve("labs/a\n  ProxyCommand evil\n"));
        Files.writeString(lab.resolve("lab.yaml"), "");
        LabException e = failure(() -> find(lab.toString()));
        assertThat(e.id()).isEqualTo("lab-path-unusable");
        assertThat(e.what()).contains("a?  ProxyCommand evil?").doesNotContain("\n");
    }

    @Test
    void theFirstLabsFolderWins() throws IOException {
        Path own = Files.createDirectories(here.resolve("own/first-cluster"));
        Files.writeString(own.resolve("lab.yaml"), "machines: []\n");

        assertThat(LabLocation.find("first-cluster", List.of(own.getParent(), labs), here).folder()).isEqualTo(own);
    }

    @Test
    void unknownLab_amongMany_isAnsweredWithFew() throws IOException {
        for (int i = 0; i < 50; i++) {
            Files.writeString(Files.createDirectories(labs.resolve("lab%02d".formatted(i))).resolve("lab.yaml"), "");
        }

        assertThatThrownBy(() -> find("lap07")).isInstanceOfSatisfying(LabException.class, e -> assertThat(e.advice())
                .startsWith("Did you mean 'lab07'?").contains(" 46 more", "lab03").doesNotContain("lab04"));
    }

    @Test
    void unknownLab_isAnswered_withTheNearestName() {
        LabException e = failure(() -> find("frist-cluster"));
        assertThat(e.id()).isEqualTo("lab-not-found");
        assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(e.advice()).contains("Did you mean 'first-cluster'?");
        assertThatThrownBy(() -> find("no-lab-here")).isInstanceOf(LabException.class);
        assertThatThrownBy(() -> find("a\0b")).isInstanceOf(LabException.class);
        assertThatThrownBy(() -> find("")).isInstanceOf(LabException.class);
    }

    @Test
    void foldersWithoutALabFileAreNoLabs() {
        assertThat(LabLocation.all(List.of(labs, here.resolve("absent"))))
                .containsExactly(new LabLocation(labs.resolve("first-cluster/lab.yaml")));
    }

    private LabLocation find(String lab) {
        return LabLocation.find(lab, List.of(labs), here);
    }
}

package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.ProviderName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading a lab's machines takes minutes: what speaks against the file is said before. */
class WindowsReportServiceTest {
    private static final String HYBRID = "name: duo\nmachines: [{name: control, role: control-plane}, "
            + "{name: win, os: windows}]\n";
    @TempDir
    private Path home;
    private final List<String> ran = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"out/win.json, report-not-written, out is no folder that you can write into.",
        "labs/duo/lab.yaml/win.json, report-not-written, lab.yaml is no folder that you can write into.",
        "labs/duo/lab.yaml, report-exists, lab.yaml is there already."})
    @Timeout(60)
    void report_withoutPlace_asksNoMachine(String to, String id, String words) {
        LabsInFolder labs = labs();

        assertThatThrownBy(() -> service(labs).write(labs.named(), Optional.of(Path.of(to))))
                .isInstanceOfSatisfying(LabException.class, e -> {
                    assertThat(e.id()).isEqualTo(id);
                    assertThat(e.what()).endsWith(words);
                });
        assertThat(ran).isEmpty();
    }

    @Test
    @Timeout(60)
    void report_ofSilentMachines_isWritten() throws IOException {
        LabsInFolder labs = labs();

        Path file = service(labs).write(labs.named(), Optional.empty());

        assertThat(file).isEqualTo(home.resolve("windows-report-duo.json"));
        assertThat(Files.readString(file)).contains("VirtualBox");
    }

    @ParameterizedTest
    @CsvSource({"true, leads to another cluster", "false, is not a kubeconfig that can be used"})
    @Timeout(60)
    void report_withoutLabsKubeconfig_isWritten(boolean ofOthers, String why) throws IOException {
        LabsInFolder labs = labs();
        Path workspace = labs.workspace();
        Files.writeString(Files.createDirectories(workspace.resolve("kubernetes")).resolve("ca.crt"), "the lab's\n");
        if (ofOthers) {
            Files.writeString(workspace.resolve("kubeconfig"), KindsKubeconfig.TEXT);
        }

        Path file = service(labs).write(labs.named(), Optional.empty());

        assertThat(Files.readString(file)).containsPattern("nodes: unknown: .*" + why)
                .containsPattern("checks: unknown: .*" + why).doesNotContain("no cluster yet");
    }

    /** What simulates the machines of a new lab says nothing of how they come up. */
    @ParameterizedTest
    @CsvSource({"'', windows, lab-not-up", "1, windows, lab-not-up", "'', linux, no-real-windows"})
    void report_ofLabNotUp_saysSo(String simulates, String os, String id) {
        LabsInFolder labs = new LabsInFolder(home, HYBRID.replace("windows", os));
        labs.environment("HYBRIDLAB_SIMULATE_WINDOWS", simulates);

        assertThatThrownBy(() -> service(labs).write(labs.named(), Optional.empty()))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo(id));
        assertThat(ran).isEmpty();
    }

    @Test
    void report_ofSimulatedMachines_isRefused() {
        LabsInFolder labs = new LabsInFolder(home, HYBRID);
        labs.recordSimulated();

        assertThatThrownBy(() -> service(labs).write(labs.named(), Optional.empty()))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("no-real-windows"));
    }

    private LabsInFolder labs() {
        LabsInFolder labs = new LabsInFolder(home, HYBRID);
        labs.recordUp(ProviderName.VIRTUALBOX);
        return labs;
    }

    private WindowsReportService service(LabsInFolder labs) {
        return new WindowsReportService(labs.context((command, lines, cancellation) -> {
            ran.add(String.join(" ", command.words()));
            return new Result(command, 1, "", "No.", Duration.ZERO);
        }, new ArrayList<>()));
    }
}

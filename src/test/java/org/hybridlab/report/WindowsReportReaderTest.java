package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.report.WindowsReportReader.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With a made-up report, which says in each of its rows that it is one. */
class WindowsReportReaderTest {
    private static final Path MADE_UP = Path.of("src/test/resources/made-up-windows-report.json");
    private static final String WIN = "win: made-up/windows-2022 1.2.3, 20348.2113 ServerStandardEval";
    private static final String WIN2 = "win2: made-up/windows-2025 unknown, unknown";

    @TempDir
    private Path folder;

    @Test
    void windowsRows_ofReport_haveTheirMachine() {
        assertThat(WindowsReportReader.rows(MADE_UP)).containsExactly(
                row(WIN, "machine-prepared/win", "green"),
                row(WIN, "features-installed/win", "green"),
                row(WIN, "hns-network-present/win", "red"),
                row(WIN2, "machine-prepared/win2", "unknown"),
                row(WIN + "; " + WIN2, "windows-bundle-ready", "unknown"),
                row(WIN + "; " + WIN2, "check nodes-ready", "green"),
                row(WIN + "; " + WIN2, "check windows-dns", "red"),
                row(WIN + "; " + WIN2, "check hns-network", "unknown"),
                row(WIN + "; " + WIN2, "check source-vip", "unknown"));
    }

    private static Row row(String windows, String what, String seen) {
        return new Row("made-up-lab", "VirtualBox", windows, "flannel-vxlan, services", what, seen, true);
    }

    @Test
    void madeUpReport_saysSo_inEachRow() {
        List<String> lines = WindowsReportReader.table(WindowsReportReader.rows(MADE_UP));

        assertThat(lines).anyMatch(line -> line.startsWith("This report is made up"));
        assertThat(lines).filteredOn(line -> line.startsWith("| made-up-lab"))
                .hasSize(9).allMatch(line -> line.endsWith(", made up |"));
    }

    @Test
    void realReport_doesNotSayMadeUp() throws IOException {
        List<String> lines = WindowsReportReader.table(WindowsReportReader.rows(changed("\"madeUp\": true",
                "\"madeUp\": false")));

        assertThat(lines).filteredOn(line -> line.endsWith("| red |")).hasSize(2);
        assertThat(lines).noneMatch(line -> line.contains("made up"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', value = {
        "\"format\": 1 ~ \"format\": 2 ~ /format is 2; this hybridlab reads 1",
        "\"format\": 1 ~ \"format\": \"two\" ~ /format is no number",
        "\"madeUp\": true, ~ '' ~ /madeUp is neither true nor false",
        "\"steps\": [ ~ \"steps\": {}, \"other\": [ ~ /steps is no list",
        "\"id\": \"nodes-ready\" ~ \"id\": 7 ~ /checks/0/id is no text",
        "\"checks\": [ ~ \"checks\" [ ~ line 32, column",
        "\"values\": [\"20348.2113 ServerStandardEval\"] ~ \"values\": [[]] ~ "
                + "/machines/0/records/0/facts/0/values/0 is no text"})
    void report_changedByHand_isRefusedWithPlace(String what, String by, String says) throws IOException {
        Path file = changed(what.strip(), by.strip());

        assertThatThrownBy(() -> WindowsReportReader.rows(file)).isInstanceOfSatisfying(LabException.class, refused -> {
            assertThat(refused.id()).isEqualTo("windows-report-unreadable");
            assertThat(refused.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(refused.what()).contains(file.toString()).contains(says.strip());
            assertThat(refused.advice()).isNotBlank();
        });
    }

    @Test
    void file_endlessDeepOrMissing_isRefused() throws IOException {
        Path large = Files.writeString(folder.resolve("large.json"), " ".repeat((16 << 20) + 1));
        Path deep = Files.writeString(folder.resolve("deep.json"), "[".repeat(100_000));

        for (Path file : List.of(large, deep, folder.resolve("none.json"), folder)) {
            assertThatThrownBy(() -> WindowsReportReader.rows(file)).isInstanceOf(LabException.class)
                    .hasMessageContaining("cannot be read");
        }
    }

    /** Its sender may be anybody. */
    @Test
    void terminal_getsPrintableReportTextOnly() throws IOException {
        Path file = changed("\"made-up-lab\"", "\"a\\u001b[2J\\n| b \\u202e" + "c".repeat(500) + "\"");

        assertThat(WindowsReportReader.rows(file).get(0).lab()).startsWith("a?[2J?/ b ?ccc").hasSizeLessThan(130);
    }

    private Path changed(String what, String by) throws IOException {
        String text = Files.readString(MADE_UP);
        assertThat(text).contains(what);
        return Files.writeString(folder.resolve("report.json"), text.replace(what, by));
    }
}

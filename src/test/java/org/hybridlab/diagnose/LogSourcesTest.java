package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Os;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where machines keep their logs, and how they are read. Windows' part has not met a Windows machine. */
class LogSourcesTest {
    private static final LogSources SOURCES = LogSources.read(Path.of(""));
    private static final UnitLogs LOGS = new UnitLogs(SOURCES);

    @Test
    void nodeServices_ofEachSystem_haveALog() {
        for (Os os : Os.values()) {
            assertThat(SOURCES.logs(os)).extracting(LogSource::name)
                    .contains("kubelet", "containerd", "kube-proxy", "flanneld");
            assertThat(SOURCES.of(os)).extracting(LogSource::kind).contains(EvidenceKind.KUBELET,
                    EvidenceKind.CONTAINERD, EvidenceKind.KUBE_PROXY, EvidenceKind.FLANNELD, EvidenceKind.MACHINE);
        }
        assertThat(SOURCES.of(Os.WINDOWS)).extracting(LogSource::kind).contains(EvidenceKind.HNS);
    }

    @Test
    void unitsAreTheJournals() {
        assertThat(LOGS.words(Os.LINUX, List.of("kubelet", "ssh"), 5, true))
                .containsExactly("journalctl", "--no-pager", "--lines=5", "--unit=kubelet", "--unit=ssh", "--follow");
        assertThat(newest(Os.LINUX, "kernel")).contains("--dmesg", "--since=-30min", "--lines=7");
    }

    /** The journal has none of that name, and says nothing. */
    @Test
    void kernel_isNoUnit() {
        assertThat(LOGS.words(Os.LINUX, List.of("kernel"), 5, false)).contains("--dmesg").doesNotContain(
                "--unit=kernel");
        assertThat(LOGS.words(Os.LINUX, List.of("kernel"), 5, true)).contains("--dmesg", "--follow");
        assertThatThrownBy(() -> LOGS.words(Os.LINUX, List.of("kernel", "kubelet"), 5, false))
                .hasMessageContaining("One log of this kind");
    }

    /** systemd 252, of Debian 12, counts {@code --lines} from {@code --since} on, unless it reads backwards. */
    @Test
    void journal_givesItsNewestLines(@TempDir Path folder) throws Exception {
        StubProgram.write(folder.resolve("journalctl"), """
                case " $* " in
                *" --reverse "*) seq 100 -1 1 | head -n 7 ;;
                *" --since="*) seq 1 100 | head -n 7 ;;
                *) seq 1 100 | tail -n 7 ;;
                esac
                """);
        ProcessBuilder builder = new ProcessBuilder(newest(Os.LINUX, "kubelet")).redirectErrorStream(true);
        builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);

        Process shell = builder.start();
        assertThat(shell.inputReader().lines()).containsExactly("94", "95", "96", "97", "98", "99", "100");
        assertThat(shell.waitFor()).isZero();
    }

    @Test
    void podLogs_areReadWhereKubeletKeepsThem() {
        assertThat(newest(Os.LINUX, "flanneld")).startsWith("sh", "-c")
                .endsWith("logs", "kube-flannel_*/kube-flannel", "7", "30");
        assertThat(LOGS.words(Os.LINUX, List.of("flanneld"), 7, true).get(2)).contains("-F");
    }

    /** As containerd writes them, in UTC or in the zone of the machine. */
    @Test
    void oldPodLogLines_areLeftOut(@TempDir Path folder) throws Exception {
        Path pod = Files.createDirectories(folder.resolve("kube-flannel_a_1/kube-flannel"));
        OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
        List<String> lines = new ArrayList<>();
        for (String zone : List.of("Z", "+01:00", "-09:30")) {
            for (int minutes : List.of(31, 29)) {
                lines.add(now.minusMinutes(minutes).withOffsetSameInstant(ZoneOffset.of(zone))
                        .format(DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.123456789XXX"))
                        + " stderr F of %d minutes ago, %s".formatted(minutes, zone));
            }
        }
        lines.add("2024-02-29T23:59:59Z stderr F of a leap day");
        lines.add("no time");
        Files.write(pod.resolve("0.log"), lines);
        List<String> words = new ArrayList<>(newest(Os.LINUX, "flanneld"));
        words.replaceAll(word -> word.replace("/var/log/pods", folder.toString()).replaceFirst("^7$", "99"));

        Process shell = new ProcessBuilder(words).redirectErrorStream(true).start();
        assertThat(shell.inputReader().lines().skip(1)).containsExactly(lines.get(1), lines.get(3), lines.get(5),
                "no time");
        assertThat(shell.waitFor()).isZero();
    }

    @Test
    void windows_isAskedByOneEncodedWord() {
        List<String> words = newest(Os.WINDOWS, "kubelet");

        assertThat(words).startsWith("powershell.exe", "-NoProfile", "-NonInteractive", "-EncodedCommand").hasSize(5);
        assertThat(words.get(4)).matches("[A-Za-z0-9+/=]+");
        assertThat(WindowsWords.decoded(words)).contains("Get-ChildItem -Path 'C:\\var\\log\\kubelet\\kubelet*.log'")
                .contains("-Tail 7").doesNotContain("-Wait");
        assertThat(WindowsWords.decoded(LOGS.words(Os.WINDOWS, List.of("kubelet"), 7, true))).contains("-Wait -Tail 7");
    }

    @Test
    void windowsEventLogs_areAskedForTheNewest() {
        assertThat(WindowsWords.decoded(newest(Os.WINDOWS, "hns-events"))).contains("-MaxEvents 7")
                .contains("LogName = 'Microsoft-Windows-Host-Network-Service-Admin'").contains("AddMinutes(-30)");
    }

    @Test
    void missingLog_isAnError_withThoseThere() {
        LabException failure = failure(() -> LOGS.words(Os.WINDOWS, List.of("kublet"), 5, false));
        assertThat(failure.id()).isEqualTo("log-unknown");
        assertThat(failure.advice()).contains("kubelet, containerd").doesNotContain("services");
        assertThatThrownBy(() -> LOGS.words(Os.WINDOWS, List.of(), 5, false)).hasMessageContaining("One log");
        assertThatThrownBy(() -> LOGS.words(Os.LINUX, List.of("flanneld", "kubelet"), 5, false))
                .isInstanceOf(LabException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "unit: kubelet                | files: C:/x  | logs.yaml:2: a source has a name, a kind, and one of",
        "unit: kubelet                | unit: k, command: df | logs.yaml:2: a source has a name, a kind, and one of",
        "kind: kubelet                | kind: cubelet | logs.yaml:2: 'cubelet' is no kind of evidence",
        "name: kubelet                | nam: kubelet  | logs.yaml:2: 'nam' is no key here",
        "name: containerd             | name: kubelet | 'kubelet' is there twice",
        "windows: []                  | win: []       | logs.yaml:4: 'win' is no key here"})
    void aSlipIsAnErrorWithItsPlace(String right, String wrong, String message) {
        String good = """
                linux:
                  - {name: kubelet, kind: kubelet, unit: kubelet}
                  - {name: containerd, kind: containerd, unit: containerd}
                windows: []
                """;
        assertThat(good).contains(right);
        assertThatThrownBy(() -> DataFile.parse("logs.yaml", good.replace(right, wrong), LogSources::of))
                .isInstanceOfSatisfying(LabException.class, failure -> assertThat(failure.what()).contains(message));
    }

    private static List<String> newest(Os os, String name) {
        return LogReading.on(os).newest(SOURCES.find(os, name).orElseThrow(), 7, Duration.ofMinutes(30));
    }
}

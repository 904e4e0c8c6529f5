package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.rules.core.HostView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be wrong with a lab file whatever stands in it, and what is fine although it looks odd. */
class FileProblemsTest {
    private static final String GOOD = "name: good\nmachines: [{name: control, role: control-plane}]\n";

    @TempDir
    private Path folder;

    @Test
    void file_missingOrNoFile_isAProblem() {
        assertThat(only(folder.resolve("absent.yaml"))).isEqualTo("file-missing 1:1");
        assertThat(only(folder)).isEqualTo("file-not-a-file 1:1");
    }

    @Test
    void templates_thatNothingReads_getAWarning() throws IOException {
        Path file = Files.writeString(folder.resolve("lab.yaml"), GOOD);
        for (String name : List.of("kubeadm-init.yaml.ftl", "kubernetes/flanel.yaml.ftl", "templates/own.sh.ftl")) {
            Files.createDirectories(folder.resolve(name).getParent());
            Files.writeString(folder.resolve(name), "x");
        }
        Files.writeString(folder.resolve("kubernetes/flannel.yaml.ftl"), "<#include \"head.yaml.ftl\">\n");
        Files.writeString(folder.resolve("kubernetes/head.yaml.ftl"), "# head\n");
        Files.writeString(Files.createDirectories(folder.resolve("apps")).resolve("spare.yaml.ftl"), "# later\n");

        List<Problem> problems = LabFile.read(file, OpenChoices.network(Cidr.parse("192.168.57.0/24")),
                HostView.unknown(), InstalledTemplates.seen()).problems();

        assertThat(problems).allMatch(problem -> problem.ruleId().equals("template-unused") && !problem.isError())
                .extracting(problem -> folder.relativize(problem.file()).toString())
                .containsExactlyInAnyOrder("kubeadm-init.yaml.ftl", "kubernetes/flanel.yaml.ftl",
                        "templates/own.sh.ftl");
        assertThat(problems).extracting(Problem::advice).anyMatch(advice -> advice.startsWith(
                "Move it to kubernetes/kubeadm-init.yaml.ftl in the lab's"));
    }

    @Test
    void aFileThatMayNotBeRead() throws IOException {
        Path file = Files.writeString(folder.resolve("lab.yaml"), GOOD);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeThat(Files.isReadable(file)).as("root reads everything").isFalse();

        assertThat(only(file)).isEqualTo("file-unreadable 1:1");
    }

    @Test
    void aHugeFileIsNotEvenLoaded() throws IOException {
        assertThat(only(write(GOOD + "#".repeat(256 * 1024)))).isEqualTo("file-too-large 1:1");
    }

    @Test
    void folder_withoutALabName_needsAName() throws IOException {
        Path file = Files.createDirectories(folder.resolve("My Labs")).resolve("lab.yaml");

        assertThat(only(Files.writeString(file, GOOD.replace("name: good\n", "# no name\n"))))
                .isEqualTo("lab-name-folder 2:1");
        assertThat(LabFile.read(Files.writeString(file, GOOD), Cidr.parse("10.9.0.0/24")).problems()).isEmpty();
    }

    @Test
    void byteOrderMarks_andCarriageReturns_areFine() throws IOException {
        assertThat(read(write("\ufeff" + GOOD.replace("\n", "\r\n"))).orThrow().name()).isEqualTo("good");
    }

    @Test
    void places_afterWideCharacters_areRight() throws IOException {
        String good = GOOD.replace("\n", "\r\n");

        assertThat(only(write("# \ud83d\ude00\r\n" + good + "checks: [{name: \"\ud83d\ude00\", htp: 1}]\r\n")))
                .isEqualTo("key-unknown 4:22");
    }

    @Test
    void utf16IsNotUtf8() throws IOException {
        Path file = folder.resolve("lab.yaml");

        assertThat(only(Files.write(file, GOOD.getBytes(StandardCharsets.UTF_16)))).isEqualTo("file-not-utf8 1:1");
    }

    @Test
    void aScalarOrAListIsNoLab() throws IOException {
        assertThat(only(write("first-cluster\n"))).isEqualTo("mapping-expected 1:1");
        assertThat(only(write("- first-cluster\n"))).isEqualTo("mapping-expected 1:1");
        assertThat(only(write("~\n"))).isEqualTo("mapping-expected 1:1");
    }

    @Test
    void endlessNesting_isAProblem_atItsPlace() throws IOException {
        assertThat(only(write("name: " + "[".repeat(10_000) + "\n"))).isEqualTo("yaml-too-deep 1:26");
    }

    @Test
    void problems_giveTerminal_noHiddenSequences() throws IOException {
        LabReading reading = read(write(GOOD + """
                "un\\e[2Jknown\\u202e": 1
                provider: "\\e]0;title\\a"
                untaint: "\\b"
                "%s": 1
                """.formatted("long".repeat(200))));

        assertThat(reading.problems()).hasSize(4).allSatisfy(problem -> {
            assertThat(problem.text().codePoints().filter(c -> c != '\n'))
                    .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
            assertThat(problem.text()).hasSizeLessThan(1_500);
        });
        assertThat(reading.problems().get(0).message()).contains("un\\u001b[2Jknown\\u202e");
    }

    @Test
    void exception_endingACommand_holdsAllErrors() throws IOException {
        LabReading reading = read(write("""
                nam: good
                untaint: maybe
                machines: [{name: control, role: control-plane}]
                """));

        assertThatThrownBy(reading::orThrow).isInstanceOfSatisfying(LabException.class, e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(e.what()).contains("2 errors");
            assertThat(e.why().orElseThrow()).contains("lab.yaml:1:1", "lab.yaml:2:10", "[boolean-expected]");
        });
    }

    @Test
    void aWarningDoesNotStopTheLab() throws IOException {
        LabReading reading = read(write("kubernetes: 1.37.2\n" + GOOD));

        assertThat(reading.errors()).isEmpty();
        assertThat(reading.warnings()).extracting(Problem::ruleId).containsExactly("kubernetes-newer");
        assertThat(reading.orThrow().kubernetes()).hasToString("1.37.2");
    }

    @Test
    void rules_speakOfWellFormedPartsOnly() throws IOException {
        assertThat(read(write("""
                name: good
                machines: [{name: node, role: contol-plane}]
                network: {pods: 10.96.0.0/16}
                """)).problems()).extracting(Problem::ruleId).containsExactly("role-unknown");
        assertThat(read(write("""
                name: good
                untaint: maybe
                machines: [{name: control, role: control-plane}]
                network: {services: 10.96.0.0/29}
                """)).problems()).extracting(Problem::ruleId)
                .containsExactly("boolean-expected", "services-network-small");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("lab.yaml"), text);
    }

    private static LabReading read(Path file) {
        return LabFile.read(file, Cidr.parse("192.168.57.0/24"));
    }

    private static String only(Path file) {
        LabReading reading = read(file);
        assertThat(reading.lab()).isEmpty();
        assertThat(reading.problems()).hasSize(1);
        Problem problem = reading.problems().get(0);
        return "%s %d:%d".formatted(problem.ruleId(), problem.line(), problem.column());
    }
}

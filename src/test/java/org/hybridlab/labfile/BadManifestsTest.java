package org.hybridlab.labfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.hybridlab.lab.Cidr;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bad manifest reports exactly its rule at exactly its place, and its twin, one token away, reports nothing. */
class BadManifestsTest {
    private static final String LAB = """
            machines:
              - {name: control, role: control-plane}
              - {name: node}
              - {name: win, os: windows}
            apps: [{name: it, manifests: [it.yaml]}]
            """;

    @TempDir
    private static Path folder;

    static List<BadManifest> badManifests() {
        return BadManifest.all();
    }

    @ParameterizedTest
    @MethodSource("badManifests")
    void reportsExactlyItsRuleAtItsPlace(BadManifest bad) throws IOException {
        LabReading reading = read(bad, bad.text());

        assertThat(reading.problems()).as(() -> text(reading))
                .extracting(problem -> "%s %s:%d:%d".formatted(problem.ruleId(), problem.file().getFileName(),
                        problem.line(), problem.column()))
                .containsExactly("%s it.yaml:%s".formatted(bad.ruleId(), bad.place()));
        assertThat(reading.problems().get(0).message()).isNotBlank();
        assertThat(reading.problems().get(0).advice()).isNotBlank();
        assertThat(reading.problems().get(0).snippet()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("badManifests")
    void itsTwinIsAGoodManifest(BadManifest bad) throws IOException {
        LabReading reading = read(bad, bad.twin());

        assertThat(reading.problems()).as(() -> text(reading)).isEmpty();
    }

    private static LabReading read(BadManifest bad, String manifest) throws IOException {
        Files.writeString(folder.resolve("it.yaml"), manifest);
        Path lab = Files.writeString(folder.resolve("lab.yaml"), "name: it\n" + LAB + bad.labLines());
        return LabFile.read(lab, Cidr.parse("192.168.57.0/24"));
    }

    private static String text(LabReading reading) {
        return reading.problems().stream().map(Problem::text).collect(Collectors.joining("\n"));
    }
}

package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.config.file.reader.ManifestTemplates;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.rules.core.Bundled;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.fake.Checkout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bad manifest reports exactly its rule at exactly its place, and its twin, one token away, reports nothing. */
class BadManifestsTest {
    private static final String MACHINES = """
            machines:
              - {name: control, role: control-plane}
              - {name: node}
              - {name: win, os: windows}
            """;

    private static final ManifestTemplates TEMPLATES = Checkout.manifestTemplates();
    private static final Bundled BUNDLED = new Bundled(KubernetesBranch.known().stream()
            .map(KubernetesBranch::newestVersion).toList(), Set.of("registry.k8s.io/e2e-test-images/agnhost:2.65"),
            Set.of("docker.io/library/own:1", "docker.io/library/own:latest"));

    @TempDir
    private static Path folder;

    static List<BadCase> badManifests() {
        return BadCase.manifests();
    }

    @ParameterizedTest
    @MethodSource("badManifests")
    void reportsExactlyItsRuleAtItsPlace(BadCase bad) throws IOException {
        LabReading reading = readText(bad, bad.text());

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
    void itsTwinIsAGoodManifest(BadCase bad) throws IOException {
        LabReading reading = readText(bad, new String(bad.twin(), StandardCharsets.ISO_8859_1));

        assertThat(reading.problems()).as(() -> text(reading)).isEmpty();
    }

    /** A loop, a condition and a value stand before what is wrong, and leave no line in what is rendered. */
    @ParameterizedTest
    @MethodSource("badManifests")
    void mistake_ofTemplate_isReportedInIt(BadCase bad) throws IOException {
        String before = "<#assign it = 'x'>\n<#if it == 'y'>\n  nothing: this\n</#if>\n";
        Files.writeString(folder.resolve("it.yaml.ftl"), before + bad.text());

        LabReading reading = read(bad, "it.yaml.ftl");

        String[] place = bad.place().split(":");
        assertThat(reading.problems()).as(() -> text(reading))
                .extracting(problem -> "%s %s:%d:%d".formatted(problem.ruleId(), problem.file().getFileName(),
                        problem.line(), problem.column()))
                .containsExactly("%s it.yaml.ftl:%d:%s".formatted(bad.ruleId(), Integer.parseInt(place[0]) + 4,
                        place[1]));
    }

    private static LabReading readText(BadCase bad, String manifest) throws IOException {
        Files.deleteIfExists(folder.resolve("it.yaml.ftl"));
        Files.writeString(folder.resolve("it.yaml"), manifest);
        return read(bad, "it.yaml");
    }

    private static LabReading read(BadCase bad, String manifest) throws IOException {
        Path lab = Files.writeString(folder.resolve("lab.yaml"), "name: it\napps: [{name: it, manifests: [%s]}]\n"
                .formatted(manifest) + (bad.labLines().startsWith("machines:") ? "" : MACHINES) + bad.labLines());
        return LabFile.read(lab, OpenChoices.network(Cidr.parse("192.168.57.0/24")),
                HostView.unknown().with(BUNDLED), TEMPLATES);
    }

    private static String text(LabReading reading) {
        return reading.problems().stream().map(Problem::text).collect(Collectors.joining("\n"));
    }
}

package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.config.rules.core.Severity;
import org.hybridlab.fake.Checkout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedLabsTest {
    static List<LabLocation> labs() {
        return LabLocation.all(List.of(Path.of("labs")));
    }

    @ParameterizedTest
    @MethodSource("labs")
    void everyLabThatComesWithHybridlabIsGood(LabLocation lab) {
        LabReading reading = LabFile.read(lab.file(), OpenChoices.network(Cidr.parse("192.168.57.0/24")),
                HostView.unknown(), Checkout.manifestTemplates());

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.orThrow().name()).isEqualTo(lab.folder().getFileName().toString());
        assertThat(reading.orThrow().machines().get(0)).isEqualTo(reading.orThrow().firstControlPlane());
    }

    /** Warnings are allowed there: its Windows is one that Kubernetes no longer lists. */
    @Test
    void labWithBookImages_needsTheirBuild(@TempDir Path folder) throws IOException {
        Path lab = Path.of("labs/kiamol-ch18/1809/lab.yaml");
        assertThat(errors(lab)).isEmpty();

        Files.createDirectories(folder.resolve("apps"));
        for (String app : List.of("numbers.yaml", "petshop.yaml")) {
            Files.writeString(folder.resolve("apps").resolve(app), Files.readString(lab.resolveSibling("apps/" + app))
                    .replaceAll(".*windows-build.*\n", ""));
        }
        Path other = Files.writeString(folder.resolve("lab.yaml"), Files.readString(lab).replace("1809}", "2022}")
                .replace("build: 1809", "build: 2022"));
        assertThat(errors(other)).hasSize(4).allSatisfy(problem ->
                assertThat(problem.ruleId()).isEqualTo("image-build"));
    }

    /** The check compares what arrives with the number of bytes that the lab file says. */
    @Test
    void pictureOfDay_isAsLargeAsChecked() throws IOException {
        String template = Files.readString(Path.of("labs/kiamol-ch18/apps/apod.yaml.ftl"));
        String picture = template.substring(template.indexOf("today.svg: |\n") + 13);
        String svg = picture.substring(0, picture.indexOf("---\n")).replaceAll("(?m)^ {4}", "");
        assertThat(svg).startsWith("<svg ").endsWith("</svg>\n");
        assertThat(Path.of("labs/kiamol-ch18/lab.yaml")).content()
                .contains("image/svg+xml, %d bytes".formatted(svg.getBytes(StandardCharsets.UTF_8).length));
    }

    private static List<Problem> errors(Path lab) {
        return LabFile.read(lab, OpenChoices.network(Cidr.parse("192.168.57.0/24")), HostView.unknown(),
                Checkout.manifestTemplates()).problems().stream()
                .filter(problem -> problem.severity() == Severity.ERROR).toList();
    }
}

package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.reader.SetValues;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.service.context.FileOnly;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that {@code --set} gives in place of the lab file's. */
class SetValuesTest {
    private static final String DUO = """
            name: duo
            kubernetes: 1.36
            machines:
              - {name: control, role: control-plane}
              - name: node
                memory: 2GiB
            """;

    @TempDir
    private Path folder;

    @Test
    void values_replaceThoseOfTheFile_andAddKeys() throws IOException {
        Lab lab = read(Map.of("kubernetes", "1.35", "machines.node.memory", "3GiB", "machines.control.cpus", "3",
                "network.pods", "10.7.0.0/16", "untaint", "true")).orThrow();

        assertThat(lab.kubernetes().branch()).hasToString("1.35");
        assertThat(lab.machine("node").orElseThrow().memoryMiB()).isEqualTo(3072);
        assertThat(lab.machine("control").orElseThrow().cpus()).isEqualTo(3);
        assertThat(lab.network().pods()).hasToString("10.7.0.0/16");
        assertThat(lab.untaint()).isTrue();
        assertThat(lab.network().mode()).isEqualTo(NetworkMode.DEFAULT);
    }

    /** A whole list in YAML's short form. */
    @Test
    void value_mayBeAList() throws IOException {
        Lab lab = read(Map.of("machines", "[{name: control, role: control-plane}]")).orThrow();

        assertThat(lab.machines()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "kubernetes|1.12|--set kubernetes:1:13",
            "kubernets|1.36|--set kubernets:1:1",
            "machines.node.memory|much|--set machines.node.memory:1:9",
            "untaint|[|--set untaint:1:",
            "name|*other|--set name:1:7"})
    void wrongValue_isShown_asItWasGiven(String key, String value, String place) throws IOException {
        Problem problem = read(Map.of(key, value)).errors().get(0);

        assertThat(problem.place()).startsWith(place);
        assertThat(problem.snippet()).contains(value.equals("[") ? "" : value);
    }

    @Test
    void wrongValues_areShown_allAtOnce() throws IOException {
        assertThat(read(Map.of("kubernetes", "1.12", "untaint", "maybe")).errors()).hasSize(2);
    }

    /** The file's own problems keep their places. */
    @Test
    void problemOfTheFile_keepsItsPlace() throws IOException {
        LabReading reading = LabFile.read(Files.writeString(folder.resolve("lab.yaml"), DUO + "unknown: 1\n"),
                choices(Map.of("untaint", "true")), HostView.unknown());

        assertThat(reading.errors()).extracting(Problem::line).containsExactly(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"machines.nod.memory", "kubernetes.minor", "machines", "a..b", "name.x.y"})
    void keyWithoutPlace_isRefused_withTheWayBack(String key) throws IOException {
        String value = key.equals("machines") ? "1\nname: x" : "1";

        assertThatThrownBy(() -> read(Map.of(key, value))).isInstanceOfSatisfying(LabException.class, failure -> {
            assertThat(failure.id()).isEqualTo("setting-wrong");
            assertThat(failure.advice()).contains("--set " + key + "=");
        });
    }

    @Test
    void newerSettings_win_andAnEmptyOneReturnsToTheFile() {
        SetValues all = new SetValues(Map.of("kubernetes", "1.35", "untaint", "true"))
                .with(new SetValues(Map.of("kubernetes", "1.36", "untaint", "")));

        assertThat(all.lines()).containsExactly("kubernetes=1.36");
    }

    private LabReading read(Map<String, String> settings) throws IOException {
        return LabFile.read(Files.writeString(folder.resolve("lab.yaml"), DUO), choices(settings),
                HostView.unknown());
    }

    private static FileOnly choices(Map<String, String> settings) {
        return new FileOnly(new OpenOptions(Optional.empty(), false, new SetValues(new LinkedHashMap<>(settings))),
                Optional.empty());
    }
}

package org.hybridlab.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.template.HostileStrings;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.Role;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every text of a lab file that reaches a Vagrantfile arrives in Ruby as that text, shown by running it. */
class HostileLabsTest {
    private static final List<String> VALUES = HostileStrings.some(600).stream()
            // Marked, to tell them from what our own templates say.
            .map(value -> "<" + value + ">").toList();

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(ProviderName.class)
    void eachTextArrivesAsItIs(ProviderName provider) throws IOException {
        List<String> words = new ArrayList<>(List.of("ruby", "-W0",
                Path.of("src/test/resources/vagrant/recorder.rb").toAbsolutePath().toString()));
        for (int i = 0; i < VALUES.size(); i++) {
            words.add(Files.writeString(folder.resolve(i + ".rb"), vagrantfile(provider, VALUES.get(i)))
                    .toString());
        }
        Result result = new LocalProcesses().run(Command.of(words).in(folder), new Cancellation());
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        List<String> seen = result.stdout().lines().toList();
        assertThat(seen).hasSameSizeAs(VALUES);
        for (int i = 0; i < seen.size(); i++) {
            // For each of two machines its box and the key for docker, or else its box, its URL twice and the sum; once
            // for the mirror.
            int times = 2 * (provider == ProviderName.DOCKER ? 2 : 4) + 1;
            assertThat(List.of(seen.get(i).split(" ", -1))).as("%s of %s", VALUES.get(i), provider)
                    .filteredOn(hex(VALUES.get(i))::equals).hasSize(times);
        }
        assertThat(folder.resolve("PWNED")).doesNotExist();
    }

    private static String vagrantfile(ProviderName name, String hostile) {
        Lab lab = TestLabs.lab(NetworkMode.FLANNEL_VXLAN,
                new Outside(Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.of(hostile),
                        Optional.of(hostile), Optional.of(hostile), List.of()),
                TestLabs.machine("control", Role.CONTROL_PLANE, Os.LINUX, 10),
                TestLabs.machine("node", Role.WORKER, Os.LINUX, 11));
        return TestLabs.vagrantfile(name, lab, machine -> hostile, hostile);
    }

    private static String hex(String value) {
        return HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8));
    }
}

package org.hybridlab.provider.parallels;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** prlctl stops and deletes no paused machine: it has to go on first (Parallels/vagrant-parallels#295). */
class ParallelsRemovalTest {
    private static final String UUID = "9b8a7f70-1c2d-4e5f-8a9b-0c1d2e3f4a5b";
    private final Cancellation cancellation = new Cancellation();

    @ParameterizedTest
    @CsvSource({"running, stop delete", "paused, resume stop delete", "stopping, stop delete", "stopped, delete",
        "suspended, delete", "invalid, delete", "'', ''"})
    void machine_inAnyState_isRemoved(String state, String verbs) {
        List<String> said = new ArrayList<>();
        Processes prlctl = (command, lines, cancelled) -> {
            said.add(command.words().get(1));
            return new Result(command, 0, command.words().contains("list") && !state.isEmpty()
                    ? "{%s}  %s  hl-first-0a1b2c-node\n".formatted(UUID, state) : "", "", Duration.ZERO);
        };
        ParallelsProvider provider = new ParallelsProvider(prlctl);
        List<String> wanted = verbs.isEmpty() ? List.of() : List.of(verbs.split(" "));

        provider.remove(new LabId("first", "0a1b2c"), "node", cancellation);
        assertThat(said).filteredOn(verb -> !verb.equals("list")).isEqualTo(wanted);

        said.clear();
        provider.remove(LabResource.named(LabResource.Kind.MACHINE, UUID, "hl-first-0a1b2c-node").orElseThrow(),
                cancellation);
        assertThat(said).filteredOn(verb -> !verb.equals("list")).isEqualTo(wanted);
    }
}

package org.hybridlab.provider.parallels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.fake.FakePrograms;
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
        FakePrograms prlctl = FakePrograms.printing(command -> command.words().contains("list") && !state.isEmpty()
                ? "{%s}  %s  hl-first-0a1b2c-node\n".formatted(UUID, state) : "");
        ParallelsProvider provider = new ParallelsProvider(prlctl);
        List<String> wanted = verbs.isEmpty() ? List.of() : List.of(verbs.split(" "));

        provider.remove(new LabId("first", "0a1b2c"), "node", cancellation);
        assertThat(changes(prlctl)).isEqualTo(wanted);

        prlctl.commands.clear();
        provider.remove(LabResource.named(LabResource.Kind.MACHINE, UUID, "hl-first-0a1b2c-node").orElseThrow(),
                cancellation);
        assertThat(changes(prlctl)).isEqualTo(wanted);
    }

    private static List<String> changes(FakePrograms prlctl) {
        return prlctl.commands.stream().map(command -> command.words().get(1)).filter(verb -> !verb.equals("list"))
                .toList();
    }
}

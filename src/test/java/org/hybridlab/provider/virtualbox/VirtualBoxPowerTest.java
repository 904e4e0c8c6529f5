package org.hybridlab.provider.virtualbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.provider.RecordedPower;
import org.hybridlab.provider.api.LabId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Before it resumes a machine, Vagrant 2.3.4 looks whether somebody listens on its forwarded ports: a paused machine
 * does so itself (action.rb, action_resume). Vagrant does not know the state aborted-saved.
 */
class VirtualBoxPowerTest {
    private static final LabId ID = new LabId("first", "0a1b2c");

    private final List<String> ran = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"paused, VBoxManage controlvm 7c1b-12 resume", "saved, vagrant resume node",
        "aborted-saved, VBoxManage startvm 7c1b-12 --type headless"})
    void machine_goesOn_fromEveryState(String state, String command) {
        VirtualBoxProvider provider = new VirtualBoxProvider((ask, lines, token) -> manage(ask, state),
                Path.of("none"));

        provider.power(ID, new RecordedPower(ran)).resume("node", line -> { }, new Cancellation());

        assertThat(ran).containsExactly(command);
    }

    private Result manage(Command command, String state) {
        List<String> words = command.words();
        String said = "";
        if (!words.contains("list")) {
            ran.add(String.join(" ", words));
        } else if (words.contains("--long")) {
            said = "UUID:   7c1b-12\nState:  %s (since 2026-01-02T03:04:05)\n".formatted(state);
        } else if (words.contains("vms") || state.equals("paused")) {
            said = "\"hl-first-0a1b2c-node\" {7c1b-12}\n";
        }
        return new Result(command, 0, said, "", Duration.ZERO);
    }
}

package org.hybridlab.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hybridlab.cli.Call;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What `box remove` takes and asks; docker is a fake with three boxes. */
class BoxRemoveCommandTest {
    private static final String BOX = "hybridlab/linux:1.36.3-amd64-";
    private static final String USED = BOX + "bbbbbbbbbbbb";
    @TempDir
    private Path home;
    private final List<String> images = new ArrayList<>();

    @BeforeEach
    void threeBoxes() {
        images.addAll(List.of(BOX + "aaaaaaaaaaaa", USED, BOX + "cccccccccccc"));
    }

    @Test
    void usedBox_keepsNoOther() {
        Call call = call("--old");

        assertThat(images).containsExactly(USED);
        assertThat(call.out()).contains("removed: " + BOX + "aaaaaaaaaaaa", "removed: " + BOX + "cccccccccccc");
        assertThat(call.err()).contains("box-in-use", USED);
        assertThat(call.exitCode()).isEqualTo(3);
    }

    @Test
    void allBoxes_takeAYes() {
        Call call = call("--all");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("not-confirmed", "Removing 3 boxes takes a yes", "--yes");
        assertThat(images).hasSize(3);

        assertThat(call("--all", "--yes").exitCode()).isEqualTo(3);
        assertThat(images).hasSize(1);
        images.clear();
        assertThat(call("--all").exitCode()).isZero();
    }

    private Call call(String... arguments) {
        List<String> words = new ArrayList<>(List.of("box", "remove", "--provider", "docker"));
        words.addAll(List.of(arguments));
        Processes docker = new FakePrograms(this::answer);
        return Call.of(home, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString()), docker,
                words.toArray(String[]::new));
    }

    private Answer answer(Command command) {
        String words = FakePrograms.line(command);
        if (words.startsWith("docker image rm ")) {
            String name = command.words().get(3);
            boolean goes = !name.equals(USED) && images.remove(name);
            return goes ? Answer.DONE : Answer.failing("conflict: unable to remove repository reference");
        }
        return Answer.printing(words.startsWith("docker images ") ? String.join("\n", images) : "1048576 1.36.3\n");
    }
}

package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.fake.FakePrograms;
import org.junit.jupiter.api.Test;

class DockerBoxStoreTest {
    private static final String NODE = "hybridlab/linux:1.36.3-amd64-0123456789ab";
    private static final String STOCK = "hybridlab/stock:amd64-0123456789ab";

    /** {@code FROM} and {@code docker commit} hand the label on; {@code box remove --old} goes by this list. */
    @Test
    void imagesOfUser_withLabel_areNoBoxes() {
        BoxStore store = new DockerBoxStore(FakePrograms.printing(DockerBoxStoreTest::docker));

        assertThat(store.list(new Cancellation())).extracting(BuiltBox::name).containsExactly(NODE, STOCK);
    }

    @Test
    void boxIsThere_asDockerListsIt() {
        assertThat(answering(0, "0123456789ab\n").has(NODE, new Cancellation())).isTrue();
        assertThat(answering(0, "").has(NODE, new Cancellation())).isFalse();
    }

    /** It would be built for minutes, and be refused at the end. */
    @Test
    void daemonDoesNotAnswer_boxIsNotAbsent() {
        BoxStore store = answering(1, "");

        assertThatThrownBy(() -> store.has(NODE, new Cancellation())).isInstanceOf(LabException.class)
                .hasMessageContaining("docker images failed");
    }

    private static BoxStore answering(int code, String output) {
        return new DockerBoxStore(new FakePrograms(command -> new FakePrograms.Answer(code, output, "")));
    }

    private static String docker(Command command) {
        return command.words().get(1).equals("image") ? "2097152 1.36.3\n"
                : String.join("\n", List.of(NODE, STOCK, "<none>:<none>", "hybridlab/linux:<none>",
                "me/exam:1", "registry.example.org/" + NODE, "hybridlab/exam:1.36.3-amd64-0123456789ab",
                "hybridlab/linux:mine")) + "\n";
    }
}

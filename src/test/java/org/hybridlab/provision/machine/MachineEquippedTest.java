package org.hybridlab.provision.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.box.NodePayload;
import org.hybridlab.artifact.box.NodePayload.KitFile;
import org.hybridlab.common.error.LabException;
import org.hybridlab.guest.FakeShell;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.Guest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a machine says that it lacks; the script itself is tested by {@code InstallScriptTest}. */
class MachineEquippedTest {
    private static final String KUBELET = "/usr/local/bin/kubelet";
    private static final NodePayload PAYLOAD = new NodePayload(
            Map.of(KUBELET, new KitFile(Path.of("kubelet"), "0755", "5ca1ab1e")), Path.of("images.tar"));

    @Test
    void missing_pathsAndImages_areListed() {
        FakeShell shell = says(KUBELET + "\nimages.tar\n");

        assertThat(missing(shell)).containsExactly(KUBELET, "images.tar");
        assertThat(shell.told()).containsExactly("script install.sh missing 5ca1ab1e  " + KUBELET + "\n");
    }

    /** The first one used to be looked up, and ended as a bug of hybridlab. */
    @ParameterizedTest
    @ValueSource(strings = {"An earlier script still runs here; waiting for its end.\n", "Welcome!\nimages.tar\n",
        "/usr/local/bin/other\n", "\n"})
    void missing_otherWords_areUnclear(String answer) {
        LabException failure = failure(() -> missing(says(answer)));
        assertThat(failure.id()).isEqualTo("guest-answer-unclear");
        assertThat(failure.why().orElseThrow()).contains(answer.strip());
    }

    private static FakeShell says(String answer) {
        return new FakeShell("node1", words -> new FakeShell.Answer(0, answer));
    }

    private static List<String> missing(FakeShell shell) {
        return MachineEquipped.missing(PAYLOAD, new Guest(shell, new QuietContext()), Path.of("install.sh"),
                Duration.ofMinutes(1));
    }
}

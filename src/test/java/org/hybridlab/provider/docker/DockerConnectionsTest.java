package org.hybridlab.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Lab;
import org.hybridlab.provider.TestLabs;
import org.hybridlab.provider.api.LabId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docker 20.10 and 28.2 say of a container's networks; the network of the lab has the id {@code new}. */
class DockerConnectionsTest {
    private static final LabId ID = TestLabs.ID;
    private static final Lab LAB = TestLabs.linux();

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "hl-first-cluster-0a1b2c/new/192.168.56.11 | nothing",
        // Connected since it was off: docker says the id at its next start.
        "hl-first-cluster-0a1b2c//192.168.56.11 | nothing",
        "bridge/b/ hl-first-cluster-0a1b2c/new/192.168.56.11 | nothing",
        "hl-first-cluster-0a1b2c/new/192.168.56.77 | node is at 192.168.56.77 instead of 192.168.56.11",
        "hl-first-cluster-0a1b2c/new/ | node is at no fixed address instead of 192.168.56.11",
        "hl-first-cluster-0a1b2c/old/192.168.56.11 | node is in a network that is gone instead of 192.168.56.11",
        "bridge/b/192.168.56.11 | node is in no network of the lab instead of 192.168.56.11",
        "'' | node is in no network of the lab instead of 192.168.56.11"})
    void machine_elsewhere_isSeen(String networks, String seen) {
        Docker docker = new Docker("node 77aa " + networks + "\n");

        assertThat(new DockerProvider(docker, Path.of("none")).misplaced(ID, LAB, new Cancellation()))
                .isEqualTo(seen.equals("nothing") ? List.of() : List.of(seen));
    }

    /** What docker does not say is not known, and stays as it is. */
    @Test
    void containers_thatDockerDoesNotShow_stay() {
        Docker docker = new Docker("");

        new DockerProvider(docker, Path.of("none")).prepare(ID, LAB, new Cancellation());

        assertThat(docker.changes).isEmpty();
    }

    private static final class Docker implements Processes {
        private final String inspected;
        private final List<String> changes = new ArrayList<>();

        Docker(String inspected) {
            this.inspected = inspected;
        }

        @Override
        public Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
            String words = String.join(" ", command.words());
            String answer = "";
            if (words.startsWith("docker ps")) {
                answer = "node 77aa\n";
            } else if (words.startsWith("docker inspect")) {
                answer = inspected;
            } else if (words.startsWith("docker network ls")) {
                answer = words.contains("--quiet") ? "new\n" : "new hl-first-cluster-0a1b2c\nb bridge\n";
            } else if (words.startsWith("docker network inspect")) {
                answer = "192.168.56.0/24\n";
            } else if (!words.startsWith("docker volume ls")) {
                changes.add(words);
            }
            return new Result(command, 0, answer, "", Duration.ZERO);
        }
    }
}

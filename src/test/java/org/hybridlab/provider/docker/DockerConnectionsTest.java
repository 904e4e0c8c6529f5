package org.hybridlab.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provider.TestLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docker 20.10 and 28.2 say of a container's networks; the network of the lab has the id {@code new}. */
class DockerConnectionsTest {
    private static final String NETWORK = "hl-first-cluster-0a1b2c";
    private static final String ADDRESS = "192.168.56.11";

    @TempDir
    private Path vagrant;

    /** Rows: a machine's state, the networks it is in as {@code NAME/ID/FIXED/NOW}, and what is seen. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "exited | own/new/192.168.56.11/ | nothing",
        "running | own/new/192.168.56.11/192.168.56.11 | nothing",
        // Connected since it was off: docker says the id at its next start.
        "exited | own//192.168.56.11/ | nothing",
        "running | bridge/b//172.17.0.2 own/new/192.168.56.11/192.168.56.11 | nothing",
        // By chance, for as long as it runs.
        "running | own/new//192.168.56.11 | nothing",
        "exited | own/new/192.168.56.77/ | at 192.168.56.77",
        "running | own/new/192.168.56.11/192.168.56.77 | at 192.168.56.77",
        "exited | own/new// | at no fixed address",
        "exited | own/old/192.168.56.11/ | in a network that no longer exists",
        "exited | own/new/192.168.56.11/ theirs/old// | in a network that no longer exists",
        "exited | bridge/b/192.168.56.11/ | not in the lab's network",
        "exited | '' | not in the lab's network",
        "dead | '' | nothing"})
    void machine_elsewhere_isSeen(String state, String networks, String seen) {
        Docker docker = new Docker(state, networks);

        assertThat(docker.provider().misplaced(TestLabs.ID, TestLabs.linux(), new Cancellation()))
                .isEqualTo(seen.equals("nothing") ? List.of()
                        : List.of("node is %s instead of at %s".formatted(seen, ADDRESS)));
    }

    /** A container starts in no network that is gone, no matter whose it was. */
    @Test
    void runningMachine_isStopped_beforeItIsConnected() {
        Docker docker = new Docker("running", "own/new/192.168.56.77/192.168.56.77 theirs/old//");

        assertThat(docker.provider().place(TestLabs.ID, TestLabs.linux(), new Cancellation())).containsExactly(
                "node was in a network that no longer exists. It is restarted at " + ADDRESS + ".");

        assertThat(docker.changes).extracting(words -> words.replaceFirst(" sh -c (?s).*", "")).containsExactly(
                "exec 77aa", "stop -t 20 77aa", "network disconnect --force theirs 77aa",
                "network disconnect --force %s 77aa".formatted(NETWORK),
                "network connect --ip %s %s 77aa".formatted(ADDRESS, NETWORK));
    }

    @Test
    void network_isMade_withoutALookAtMachines() {
        Docker docker = new Docker("exited", "own/old/192.168.56.11/");

        docker.provider().prepare(TestLabs.ID, TestLabs.linux(), new Cancellation());

        assertThat(docker.changes).isEmpty();
    }

    private final class Docker extends FakePrograms {
        private final String state;
        private final String networks;
        private final List<String> changes = new ArrayList<>();

        Docker(String state, String networks) {
            this.state = state;
            this.networks = networks;
        }

        DockerProvider provider() {
            return new DockerProvider(this, vagrant);
        }

        @Override
        protected Answer answer(Command command) {
            String words = line(command).replaceFirst("docker ", "");
            String answer = "";
            if (words.startsWith("bash")) {
                return Answer.DONE;
            }
            if (words.startsWith("ps")) {
                answer = words.contains("{{.State}}") ? "node %s 77aa%n".formatted(state) : "node 77aa\n";
            } else if (words.startsWith("inspect")) {
                answer = "node 77aa %s {%s}%n".formatted(state, inspected());
            } else if (words.startsWith("network ls")) {
                answer = "new\nb\n";
            } else if (words.startsWith("network inspect")) {
                answer = "192.168.56.0/24\n";
            } else if (!words.startsWith("volume ls") && !words.startsWith("info")) {
                changes.add(words);
            }
            return Answer.printing(answer);
        }

        private String inspected() {
            List<String> all = new ArrayList<>();
            for (String one : networks.isEmpty() ? new String[0] : networks.split(" ")) {
                String[] parts = one.split("/", -1);
                String fixed = parts[2].isEmpty() ? "null" : "{\"IPv4Address\":\"%s\"}".formatted(parts[2]);
                all.add("\"%s\":{\"IPAMConfig\":%s,\"NetworkID\":\"%s\",\"IPAddress\":\"%s\"}".formatted(
                        parts[0].replace("own", NETWORK), fixed, parts[1], parts[3]));
            }
            return String.join(",", all);
        }
    }
}

package org.hybridlab.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachinePower;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine is told before docker stops it, by running that script. */
class DockerPowerTest {
    @TempDir
    private Path root;

    @Test
    void endClients_endsPodsButTheApiServerAndEtcd_afterKubelet() throws IOException {
        for (String process : List.of("1 systemd /init.scope", "12 coredns /kubepods/pod1", "13 pause /kubepods/pod1",
                "14 kube-scheduler /kubepods.slice/pod2", "15 etcd /kubepods/pod3", "16 kube-apiserver /kubepods/pod4",
                "17 coredns /user.slice", "18 etcd /system.slice/etcd.service")) {
            String[] words = process.split(" ");
            Path folder = Files.createDirectories(root.resolve("proc/" + words[0]));
            Files.writeString(folder.resolve("comm"), words[1] + "\n");
            Files.writeString(folder.resolve("cgroup"), "9:name=systemd:" + words[2] + "\n8:pids:/\n");
        }
        // One that ended between the list and the look.
        Files.createDirectories(root.resolve("proc/19"));
        Path calls = root.resolve("calls");
        String script = "timeout() { echo \"$*\" >> '%1$s'; return 1; }\nkill() { echo kill \"$*\" >> '%1$s'; }\n"
                .formatted(calls) + DockerPower.END_CLIENTS.replace("/proc/", root + "/proc/");

        new LocalProcesses().run(Command.of("sh", "-c", script).timeout(Duration.ofSeconds(20)), line -> { },
                new Cancellation()).orFail("script-failed", "The script failed.", "");

        assertThat(Files.readAllLines(calls)).containsExactly("-k 1 5 systemctl stop kubelet", "kill -9 12",
                "kill 14");
    }

    /** A terminal interrupts all programs of its own session, and a pause that is cut off may come later. */
    @Test
    void freeze_isNotMetByCtrlC() {
        List<String> met = new ArrayList<>();
        FakePrograms docker = FakePrograms.printing(command -> {
            if (!command.ownSession()) {
                met.add(command.pasteable());
            }
            return command.words().get(1).equals("ps") ? "node running abc\n" : "";
        });
        MachinePower power = power(docker);

        power.suspend("node", line -> { }, new Cancellation());
        power.resume("node", line -> { }, new Cancellation());

        assertThat(verbs(docker)).containsExactly("ps", "pause", "unpause");
        assertThat(met).isEmpty();
    }

    /** Somebody else let it go on, or made it again. */
    @Test
    void resume_ofWhatIsNotFrozen_isWell() {
        FakePrograms docker = new FakePrograms(command -> switch (command.words().get(1)) {
            case "ps" -> Answer.printing("node running abc\n");
            case "unpause" -> Answer.failing("Container abc is not paused");
            default -> Answer.DONE;
        });
        MachinePower power = power(docker);

        power.suspend("node", line -> { }, new Cancellation());
        power.resume("node", line -> { }, new Cancellation());
        power.resume("node", line -> { }, new Cancellation());

        assertThat(verbs(docker)).containsExactly("ps", "pause", "unpause", "ps", "ps");
    }

    private MachinePower power(FakePrograms docker) {
        return new DockerProvider(docker, root).power(new LabId("lab", "0a1b2c"), null);
    }

    private static List<String> verbs(FakePrograms docker) {
        return docker.commands.stream().map(command -> command.words().get(1)).toList();
    }

    /** As one does whose system is broken: who needs it makes it again. */
    @Test
    void containerThatEndsAtOnce_wasStarted() {
        FakePrograms docker = new FakePrograms(command -> switch (command.words().get(1)) {
            case "ps" -> Answer.printing("node exited abc\n");
            case "exec" -> Answer.failing("Container abc is not running");
            default -> Answer.DONE;
        });
        List<String> told = new ArrayList<>();

        assertThat(power(docker).start("node", told::add, new Cancellation()))
                .isTrue();

        assertThat(verbs(docker)).containsExactly("ps", "start", "exec");
        assertThat(told).containsExactly("node runs no command: docker failed: Container abc is not running");
    }
}

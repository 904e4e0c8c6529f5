package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.junit.jupiter.api.Test;

/** A machine against how it ran, by what it says; that it says so is seen in real labs. */
class RunningStateTest {
    private static final String NOTED = """
            9.5
            booted at 1000
            process sshd (5, started at 7)
            process of a pod: coredns (20, started at 8)
            process of the network's pod: flanneld (21, started at 8)
            pods are noted at 9.75
            network of pods: 10.244.1.0/24 via 10.244.1.0 dev flannel.1 onlink
            network of pods: FLANNEL_SUBNET=10.244.2.1/24
            network of pods: FLANNEL_MTU=1450
            """;
    private static final List<String> COREDNS = List.of("coredns", "20", "8");
    private static final List<String> FLANNELD = List.of("flanneld", "21", "8");

    private String files = "files that changed:\nend\n";

    @Test
    void podsThatRunOn_areTold() {
        RunningState.Look look = look(NOTED, NOTED);

        assertThat(look.change()).isEmpty();
        assertThat(look.pods()).isEqualTo(new RunningState.Pods("9.75", List.of(COREDNS, FLANNELD)));
    }

    @Test
    void podThatStartedAgain_isNoChange() {
        RunningState.Look look = look(NOTED, NOTED.replace("coredns (20", "coredns (30"));

        assertThat(look.change()).isEmpty();
        assertThat(look.pods().processes()).containsExactly(FLANNELD);
    }

    /** Only a flannel that starts again makes it as it was. */
    @Test
    void otherNetworkOfPods_leavesFlannelOut() {
        for (String now : List.of(NOTED.replace("10.244.1.0/24 via", "10.244.9.0/24 via"),
                NOTED.replaceAll("network of pods.*\n", ""), NOTED + "network of pods: more\n")) {
            RunningState.Look look = look(NOTED, now);

            assertThat(look.change()).as(now).isEmpty();
            assertThat(look.pods().processes()).as(now).containsExactly(COREDNS);
        }
    }

    /** As somebody slows a pod down. */
    @Test
    void podWithOtherSurroundings_isNotTold() {
        String around = NOTED + "around process 20: qdisc noqueue 0: dev eth0 root refcnt 2\n";

        assertThat(look(around, around).pods().processes()).containsExactly(COREDNS, FLANNELD);
        assertThat(look(around, NOTED).pods().processes()).containsExactly(FLANNELD);
        assertThat(look(around, around + "around process 20: cpu.max:1000 100000\n").pods().processes())
                .containsExactly(FLANNELD);
        assertThat(look(around, NOTED).change()).isEmpty();
    }

    /** Whose it is, only a pod that starts again makes sure. */
    @Test
    void slowedPods_allStartAgain() {
        RunningState.Look look = look(NOTED, NOTED + "queue of pods: qdisc tbf 8001: dev veth1 root\n");

        assertThat(look.change()).isEmpty();
        assertThat(look.pods().processes()).isEmpty();
    }

    @Test
    void podsThatWereNotNoted_areNotTold() {
        assertThat(look(NOTED.replaceAll("pods are noted.*\n", ""), NOTED).pods().processes()).isEmpty();
    }

    @Test
    void noted_untilNotAllRunOn() {
        RunningState state = state(NOTED);

        assertThat(state.withPods(2)).isEqualTo(state);
        assertThat(state.withPods(1).podsNoted()).isEmpty();
        assertThat(look(state.withPods(1), NOTED).change()).isEmpty();
    }

    @Test
    void otherService_isAChange() {
        assertThat(look(NOTED, NOTED.replace("sshd (5", "sshd (6")).change())
                .contains("no longer: process sshd (5, started at 7)");
    }

    @Test
    void changedFile_isAChange() {
        files = "files that changed:\n/etc/fstab\nend\n";
        assertThat(look(NOTED, NOTED).change()).contains("/etc/fstab");
    }

    @Test
    void accessOfFolders_thatChanged_isAChange() {
        String folders = "path 755 0:0 /\npath 755 0:0 /var\npath 755 0:0 /var/lib\n";
        String others = "path d 755 root root 4096 /etc/cni/net.d \npath /run/systemd/system\n";

        assertThat(look(NOTED + others, NOTED + others + folders).change()).contains("new: path 755 0:0 /");
        assertThat(look(NOTED, NOTED + others + folders).change()).contains("new: path d 755 root root 4096 "
                + "/etc/cni/net.d ");
        assertThat(look(NOTED + folders, NOTED + folders.replace("755 0:0 /var\n", "777 0:0 /var\n")).change())
                .contains("no longer: path 755 0:0 /var");
        assertThat(look(NOTED + folders, NOTED + folders + "path 1777 5:0 /\n").change())
                .contains("new: path 1777 5:0 /");
        assertThat(look(NOTED + folders, NOTED).change()).contains("no longer: path 755 0:0 /");
    }

    /** Unknown is not unchanged. */
    @Test
    void machineThatDoesNotSay_hasChanged() {
        for (String silent : List.of("", "files that changed:\n", "files that changed:\n/etc/fstab\n")) {
            files = silent;
            assertThat(look(NOTED, NOTED).change()).as(silent).isPresent();
        }
        files = "files that changed:\nend\n";
        assertThat(look(NOTED, "").change()).contains("how it runs is not known");
        assertThat(look("", NOTED).change()).contains("how it runs is not known");
    }

    private static RunningState state(String said) {
        List<String> lines = said.lines().toList();
        return lines.isEmpty() ? new RunningState("", lines)
                : new RunningState(lines.get(0), lines.subList(1, lines.size()));
    }

    private RunningState.Look look(String then, String now) {
        return look(state(then), now);
    }

    private RunningState.Look look(RunningState then, String now) {
        return then.look(new Disk(now), "node", true, new Cancellation());
    }

    private final class Disk extends ScriptRunner {
        private final String says;

        Disk(String says) {
            this.says = says;
        }

        @Override
        public String run(String machine, String script, List<String> arguments, List<Path> stdin, Duration within,
                          Cancellation cancellation) {
            assertThat(arguments).startsWith("10.244.2.1/24", "1450", "9.5", "-o", "-path")
                    .contains("/run", "/opt/hybridlab");
            return says + files;
        }
    }
}

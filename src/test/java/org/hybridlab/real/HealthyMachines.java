package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** A real lab to which things happen that concern none of its machines, or one: all others go on as they are. */
record HealthyMachines(RealLab lab) {
    /** Something is done to the lab, then {@code up}: nodes and pods are the ones that they were. */
    void stay(Runnable deed) {
        stay(deed, ids -> ids);
    }

    /** @param concerned takes away what the deed is about */
    void stay(Runnable deed, UnaryOperator<ClusterIds> concerned) {
        ClusterIds before = ClusterIds.of(lab);
        deed.run();
        lab.must("up", "--no-checks");
        assertThat(concerned.apply(ClusterIds.of(lab)).byName()).isEqualTo(concerned.apply(before).byName());
    }

    void edit(String from, String to) {
        Path file = lab.folder().resolve("lab.yaml");
        try {
            String text = Files.readString(file);
            assertThat(text).contains(from);
            Files.writeString(file, text.replace(from, to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void deleteJournal() {
        unchecked(() -> Files.delete(journal()));
    }

    void addToJournal(String text) {
        unchecked(() -> Files.writeString(journal(), text, StandardOpenOption.APPEND));
    }

    private Path journal() {
        return lab.workspace().resolve("journal.jsonl");
    }

    /** The host knows no cluster any more. */
    void loseKubeconfig() {
        try {
            Files.delete(lab.workspace().resolve("kubeconfig"));
            Files.delete(lab.workspace().resolve("kubernetes/ca.crt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a hybridlab that is killed right after a join would have written. */
    void loseMarks(List<String> machines) {
        deleteJournal();
        machines.forEach(machine -> in(machine, "rm -f /etc/kubernetes/hybridlab-*"));
    }

    /** Those who are connected are thrown out, too. */
    void refuseSsh(String machine, int seconds) {
        lab.host("docker", "exec", "--detach", lab.container(machine), "sh", "-c",
                "systemctl stop ssh.socket ssh; pkill -x sshd; pkill -x sshd-session; sleep %d; systemctl start ssh"
                        .formatted(seconds));
        await("nobody gets in").atMost(Duration.ofSeconds(10))
                .until(() -> !lab.call("ssh", machine, "--", "true").ok());
    }

    void stopApiServer(String machine, int seconds) {
        lab.host("docker", "exec", "--detach", lab.container(machine), "sh", "-c",
                "pkill -STOP -x kube-apiserver; sleep %d; pkill -CONT -x kube-apiserver".formatted(seconds));
    }

    void in(String machine, String shell) {
        lab.host("docker", "exec", lab.container(machine), "sh", "-c", shell);
    }

    /** Until it works again; each try may fail, and none may harm. */
    void upUntilGreen() {
        await("up ends green").atMost(Duration.ofMinutes(3)).until(() -> lab.call("up", "--no-checks").ok());
    }

    String nodeUid(String machine) {
        return lab.must("kubectl", "get", "node", machine, "-o", "jsonpath={.metadata.uid}").stdout();
    }
}

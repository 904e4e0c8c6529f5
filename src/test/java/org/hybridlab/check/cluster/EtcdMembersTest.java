package org.hybridlab.check.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hybridlab.check.Checks;
import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.guest.FakeShell;
import org.hybridlab.guest.FakeShell.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdMembersTest {
    private static final String BESIDE = "machines: [{name: control, role: control-plane, count: 3}, {name: node}]";
    private static final String ALONE = """
            machines: [{name: control, role: control-plane}, {name: store, role: etcd, count: 3}, {name: node}]
            """;

    @TempDir
    private Path folder;
    private final Fixture fixture = new Fixture();

    @Test
    void etcdCheck_asksFirstPod_forEachMember() throws IOException {
        fixture.api.withCommands((pod, command) -> new ExecResult(0, healthy(11, 12, 13)));

        Verdict verdict = judged(BESIDE);

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
        assertThat(fixture.api.told()).singleElement().asString()
                .startsWith("exec kube-system/etcd-control1 etcdctl").endsWith(" endpoint health --cluster");
    }

    @Test
    void unhealthyMember_fails_namingItsMachine() throws IOException {
        fixture.api.withCommands((pod, command) -> new ExecResult(1, healthy(11, 13)
                + "https://192.168.99.12:2379 is unhealthy: failed to commit proposal: context deadline exceeded\n"));

        Verdict verdict = judged(BESIDE);

        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.message()).isEqualTo("control2 has no healthy member of etcd");
        assertThat(verdict.evidence()).anyMatch(line -> line.contains("context deadline exceeded"));
    }

    @Test
    void machine_thatIsNoMember_fails() throws IOException {
        fixture.api.withCommands((pod, command) -> new ExecResult(0, healthy(11, 12)));

        assertThat(judged(BESIDE).message()).isEqualTo("control3 has no healthy member of etcd");
    }

    /** All of the lab's are healthy, and yet one more that is lost leaves no majority. */
    @Test
    void member_ofMachineThatIsGone_fails() throws IOException {
        fixture.api.withCommands((pod, command) -> new ExecResult(1, healthy(11, 12, 13)
                + "https://192.168.99.14:2379 is unhealthy: failed to commit proposal: context deadline exceeded\n"));

        assertThat(judged(BESIDE).message())
                .isEqualTo("etcd has a member at 192.168.99.14, where the lab has no machine for it");
    }

    /** As etcdctl complains of the one that it asks first, before it says how they are. */
    @Test
    void passesWhateverElseEtcdctlSays() throws IOException {
        fixture.api.withCommands((pod, command) -> new ExecResult(0,
                "{\"level\":\"warn\",\"msg\":\"https://192.168.99.14:2379 is unhealthy\"}\n" + healthy(11, 12, 13)));

        assertThat(judged(BESIDE).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void etcdCheck_ofOwnMachines_asksTheFirst() throws IOException {
        fixture.shells = machine -> new FakeShell(machine.name(), words -> words.get(0).equals("etcdctl")
                && machine.name().equals("store1") ? new Answer(0, healthy(12, 13, 14)) : Answer.NO);

        Verdict verdict = judged(ALONE);

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.message()).isEqualTo("All 3 members of etcd are healthy.");
        assertThat(fixture.api.told()).isEmpty();
    }

    @Test
    void etcdCheck_existsForSeveralOrOwnMachines() throws IOException {
        assertThat(Checks.of(lab(BESIDE))).extracting(Check::id).contains("etcd");
        assertThat(Checks.of(lab(ALONE))).extracting(Check::id).contains("etcd");
        assertThat(Checks.of(lab("machines: [{name: control, role: control-plane}, {name: store, role: etcd}]")))
                .extracting(Check::id).contains("etcd");
        assertThat(Checks.of(Fixture.lab())).extracting(Check::id).doesNotContain("etcd");
    }

    private Verdict judged(String machines) throws IOException {
        return new EtcdMembers().judge(fixture.context(lab(machines), Map.of()));
    }

    private Lab lab(String machines) throws IOException {
        return LabFile.read(Files.writeString(folder.resolve("lab.yaml"), "name: etcd\n" + machines),
                Cidr.parse("192.168.99.0/24")).orThrow();
    }

    private static String healthy(int... hosts) {
        return IntStream.of(hosts).mapToObj(host ->
                "https://192.168.99.%d:2379 is healthy: successfully committed proposal: took = 9.1ms\n"
                        .formatted(host))
                .collect(Collectors.joining());
    }
}

package org.hybridlab.provision.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.guest.FakeShell;
import org.hybridlab.guest.FakeShell.Answer;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a control plane that joins takes from the others, here from fake machines and a fake API server. */
class ControlPlanePeersTest {
    private static final String THREE = "name: peers\nmachines: [{name: control, role: control-plane, count: 3}]\n";

    @TempDir
    private Path folder;
    private final FakeApi api = new FakeApi();
    private final Set<String> running = new HashSet<>(Set.of("control1", "control2", "control3"));
    private final Map<String, FakeShell> shells = new HashMap<>();
    private final QuietContext context = new QuietContext();
    private Lab lab;

    @Test
    void peer_isTheFirstOtherReadyOne() {
        up(THREE, "control1", "control3");

        assertThat(peers("control1").ready().name()).isEqualTo("control3");
        assertThat(peers("control2").ready().name()).isEqualTo("control1");
    }

    @Test
    void stoppedMachine_withReadyNode_isNoPeer() {
        up(THREE, "control1", "control2", "control3");
        running.remove("control1");

        assertThat(peers("control2").ready().name()).isEqualTo("control3");
    }

    @Test
    void controlPlane_withoutReadyPeer_joinsNothing() {
        up(THREE, "control2");

        assertThat(failure(() -> peers("control2").ready()).id()).isEqualTo("control-plane-gone");
    }

    @Test
    void member_ofEarlierMachine_isTakenOutAlone() {
        up(THREE, "control1", "control3");
        members("aa, started, control1, https://192.168.57.11:2380, https://192.168.57.11:2379, false",
                "bb, started, control2, https://192.168.57.12:2380, https://192.168.57.12:2379, false");

        peers("control2").prepare(guest("control2"));

        assertThat(api.told()).filteredOn(line -> line.contains("remove")).singleElement().asString()
                .startsWith("exec kube-system/etcd-control1 etcdctl ").endsWith(" member remove bb");
        assertThat(context.lines()).containsExactly("Taking the etcd member of an earlier control2 out");
    }

    /** Of a machine that left before its etcd ever started: etcd takes one learner at a time. */
    @Test
    void learner_ofNoMachine_isTakenOut() {
        up(THREE, "control1", "control3");
        members("aa, started, control1, https://192.168.57.11:2380, https://192.168.57.11:2379, false",
                "cc, unstarted, , https://192.168.57.13:2380, , true",
                "dd, unstarted, , https://192.168.57.99:2380, , true");

        peers("control2").prepare(guest("control2"));

        assertThat(api.told()).filteredOn(line -> line.contains("remove")).singleElement().asString()
                .endsWith(" member remove dd");
    }

    @Test
    void machineNewToEtcd_removesNoMember() {
        up(THREE, "control1");
        members("aa, started, control1, https://192.168.57.11:2380, https://192.168.57.11:2379, false");

        peers("control2").prepare(guest("control2"));

        assertThat(api.told()).noneMatch(line -> line.contains("remove"));
    }

    @Test
    void whatEtcdctlSaidIsNotLost() {
        up(THREE, "control1");
        api.withCommands((pod, command) -> new ExecResult(1, "context deadline exceeded"));

        LabException e = failure(() -> peers("control2").prepare(guest("control2")));
        assertThat(e.id()).isEqualTo("etcd-member-failed");
        assertThat(e.why()).contains("context deadline exceeded");
    }

    @Test
    void keys_fromPeer_passThroughProtectedFile() {
        up(THREE, "control1");
        members("aa, started, control1, https://192.168.57.11:2380, https://192.168.57.11:2379, false");

        peers("control2").prepare(guest("control2"));

        assertThat(shell("control1").told()).singleElement().asString()
                .contains("tar -C /etc/kubernetes/pki -cz ca.crt ca.key sa.key", "etcd/ca.key");
        assertThat(new ArrayList<>(shell("control2").told())).first()
                .isEqualTo("upload /run/hybridlab/cluster-keys 0600");
        assertThat(new ArrayList<>(shell("control2").told())).last().isEqualTo("rm -f /run/hybridlab/cluster-keys");
    }

    @Test
    void externalEtcd_isLeftAlone_withItsKey() {
        up("name: peers\nmachines: [{name: control, role: control-plane, count: 3}, {name: store, role: etcd}]\n",
                "control1");

        peers("control2").prepare(guest("control2"));

        assertThat(api.told()).isEmpty();
        assertThat(shell("control1").told()).singleElement().asString()
                .contains("etcd/ca.crt apiserver-etcd-client.crt apiserver-etcd-client.key")
                .doesNotContain("etcd/ca.key");
    }

    private void up(String file, String... ready) {
        lab = WindowsLabs.lab(file, folder);
        List.of(ready).forEach(name -> api.with("/api/v1/nodes/" + name, """
                {"metadata": {"name": "%s"}, "status": {"conditions": [{"type": "Ready", "status": "True"}]}}"""
                .formatted(name)));
    }

    private void members(String... lines) {
        api.withCommands((pod, command) -> new ExecResult(0, String.join("\n", lines)));
    }

    private ControlPlanePeers peers(String joining) {
        return new ControlPlanePeers(lab, lab.name(), lab.machine(joining).orElseThrow(), new Cluster(api),
                machine -> running.contains(machine.name()), machine -> guest(machine.name()), Duration.ofMillis(300),
                context);
    }

    private Guest guest(String name) {
        return new Guest(shell(name), context);
    }

    private FakeShell shell(String name) {
        return shells.computeIfAbsent(name, any -> new FakeShell(name, words -> Answer.DONE));
    }
}

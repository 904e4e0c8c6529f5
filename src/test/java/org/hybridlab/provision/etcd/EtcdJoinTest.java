package org.hybridlab.provision.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provision.FakeEtcd;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member of etcd comes to be from whatever an earlier try, or the loss of a machine, left. */
class EtcdJoinTest {
    private static final Duration WITHIN = Duration.ofSeconds(2);
    private static final Path SCRIPT = Path.of("etcd.sh");
    /** Fake members answer at once, or never. */
    private static final Timeouts PACE = new Timeouts(WITHIN, WITHIN, WITHIN, WITHIN, WITHIN, WITHIN, WITHIN, WITHIN,
            WITHIN, WITHIN, WITHIN);

    @TempDir
    private Path folder;
    private final FakeEtcd etcd = new FakeEtcd();
    private Lab lab;
    private Machine first;
    private Machine second;
    private Machine third;

    @BeforeEach
    void threeMachinesForEtcd() {
        lab = WindowsLabs.lab("""
                name: stored
                machines: [{name: control, role: control-plane}, {name: store, role: etcd, count: 3}]
                """, folder);
        first = lab.machine("store1").orElseThrow();
        second = lab.machine("store2").orElseThrow();
        third = lab.machine("store3").orElseThrow();
    }

    @Test
    void firstMember_begins_andOthersAreAdded() {
        run(first);
        run(second);
        run(third);

        assertThat(etcd.told).contains("store1: script etcd.sh new store1=https://192.168.57.12:2380",
                "store2: script etcd.sh existing store1=https://192.168.57.12:2380,store2=https://192.168.57.13:2380",
                "store3: script etcd.sh existing store1=https://192.168.57.12:2380,store2=https://192.168.57.13:2380,"
                        + "store3=https://192.168.57.14:2380");
        assertThat(etcd.members).hasSize(3).containsValues("voter").doesNotContainValue("learner");
    }

    @Test
    void member_lost_isAddedAgainThroughAnother() {
        allRun();
        lose(first);

        run(first);

        assertThat(etcd.told).contains("store2: etcdctl member remove 1921685712",
                        "store2: etcdctl member add store1 --learner --peer-urls=https://192.168.57.12:2380")
                .noneMatch(line -> line.contains("etcd.sh new"));
        assertThat(etcd.members).containsEntry("192.168.57.12", "voter").hasSize(3);
    }

    @Test
    void etcdAuthority_comesFromTheOneAnswering() {
        etcd.has(second, "voter");

        run(first);

        assertThat(etcd.told).anyMatch(line -> line.startsWith("store2: sh -c tar") && line.contains("etcd/ca.key"));
    }

    @Test
    void member_addedButNeverStarted_isAddedAgain() {
        etcd.has(first, "voter");
        etcd.members.put(second.address().toString(), "learner");

        run(second);

        assertThat(etcd.told).contains("store1: etcdctl member remove 1921685713");
        assertThat(etcd.members).containsEntry("192.168.57.13", "voter");
    }

    /** Of a machine that the lab file no longer names: etcd takes one learner at a time. */
    @Test
    void learner_ofNoMachine_makesRoom() {
        etcd.has(first, "voter");
        etcd.members.put("192.168.57.99", "stray");

        run(second);

        assertThat(etcd.members).containsOnlyKeys("192.168.57.12", "192.168.57.13");
    }

    @Test
    void learner_withItsData_isPromotedOnly() {
        etcd.has(first, "voter");
        etcd.has(second, "learner");

        run(second);

        assertThat(etcd.members).containsEntry("192.168.57.13", "voter");
        assertThat(etcd.told).noneMatch(line -> line.contains("member remove") || line.contains("member add"));
    }

    @Test
    void data_ofRemovedMember_isThrownAway() {
        etcd.has(first, "voter");
        etcd.data.add(second.name());

        run(second);

        assertThat(etcd.told)
                .anyMatch(line -> line.startsWith("store2: sh -c") && line.contains("rm -rf /var/lib/etcd"))
                .contains("store1: etcdctl member add store2 --learner --peer-urls=https://192.168.57.13:2380");
    }

    @Test
    void membersWithTheirDataGoOnWithThem() {
        allRun();
        etcd.running.clear();
        etcd.running.add(second.name());

        run(first);

        assertThat(etcd.told).contains("store1: script etcd.sh existing store1=https://192.168.57.12:2380")
                .noneMatch(line -> line.contains("rm -rf") || line.contains("member remove"));
    }

    /** An upgrade starts members again, one after the other. */
    @Test
    void restart_waitsForMemberJustRestarted() {
        allRun();
        etcd.comesBack(second);

        run(first);

        List<String> before = etcd.told.stream().takeWhile(line -> !line.startsWith("store1: script")).toList();
        assertThat(before).hasSizeLessThan(etcd.told.size());
        assertThat(before.stream().filter(line -> line.startsWith("store2: etcdctl"))).hasSize(3);
    }

    /** Its own step comes later, and needs this one. */
    @Test
    void restart_ofMemberBesideLostOne_goesOn() {
        allRun();
        etcd.running.remove(second.name());

        run(first);

        assertThat(etcd.told).contains("store1: script etcd.sh existing store1=https://192.168.57.12:2380");
    }

    /** Its machine is no longer the lab's, and goes once those that stay run. */
    @Test
    void memberThatLeaves_holdsUpNoRestart() {
        allRun();
        etcd.members.remove(third.address().toString());
        etcd.members.put("192.168.57.99", "voter");

        run(first);

        assertThat(etcd.told).anyMatch(line -> line.startsWith("store1: script"));
    }

    @Test
    void etcdIsNotBegunAgainBelowACluster() {
        LabException e = failure(() -> join(first, true).run());
        assertThat(e.id()).isEqualTo("etcd-gone");
        assertThat(e.advice()).contains("hybridlab destroy stored");
        assertThat(etcd.told).noneMatch(line -> line.contains("script"));
    }

    private void allRun() {
        lab.etcdMembers().forEach(machine -> etcd.has(machine, "voter"));
    }

    private void lose(Machine machine) {
        etcd.data.remove(machine.name());
        etcd.running.remove(machine.name());
    }

    private void run(Machine machine) {
        join(machine, !etcd.data.isEmpty()).run();
    }

    private EtcdJoin join(Machine machine, boolean clusterKnown) {
        return new EtcdJoin(lab, lab.name(), machine, clusterKnown, etcd::shell, SCRIPT, PACE, new QuietContext());
    }
}

package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.etcd.Etcd;
import org.hybridlab.cluster.etcd.EtcdMember;
import org.hybridlab.common.process.Result;

/** etcd of a real lab on docker, as its own program tells of it on a machine that has a member. */
record RealEtcd(RealLab lab) {
    /**
     * The ids of the members by the names of their machines: each runs, votes, and is at its machine's address; there
     * is none besides.
     */
    Map<String, String> membersOf(String... machines) {
        List<String> lines = etcdctl(machines[0], "member", "list").stdout().lines().toList();
        List<EtcdMember> members = EtcdMember.of(String.join("\n", lines));
        Map<String, String> addresses = addresses();
        assertThat(lines).as("%s", lines).allMatch(line -> line.contains(", started, ")).hasSameSizeAs(members);
        assertThat(members).noneMatch(EtcdMember::learner).extracting(EtcdMember::name)
                .containsExactlyInAnyOrder(machines);
        assertThat(members).allSatisfy(member -> assertThat(member.address()).isEqualTo(addresses.get(member.name())));
        return members.stream().collect(Collectors.toMap(EtcdMember::name, EtcdMember::id));
    }

    /** Of the etcd that runs on a machine. */
    String version(String machine) {
        return etcdctl(machine, "endpoint", "status").stdout().split(", ")[2];
    }

    private Result etcdctl(String machine, String... command) {
        List<String> words = Stream.concat(Etcd.ETCDCTL.stream(), Stream.of(command)).toList();
        List<String> where = lab.lab().hasExternalEtcd() ? List.of("docker", "exec", lab.container(machine))
                : List.of(lab.launcher(), "kubectl", lab.folder().toString(), "-n", "kube-system", "exec",
                        "etcd-" + machine, "--");
        return lab.host(Stream.concat(where.stream(), words.stream()).toArray(String[]::new));
    }

    /** Of the lab's machines, by their names. */
    Map<String, String> addresses() {
        return lab.json("status").get("machines").valueStream().collect(Collectors.toMap(
                row -> row.get("machine").asString(), row -> row.get("address").asString()));
    }
}

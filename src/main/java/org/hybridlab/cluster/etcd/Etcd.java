package org.hybridlab.cluster.etcd;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.ExecResult;

/** etcd, asked by {@code etcdctl} where one of its members runs. */
public interface Etcd {
    /**
     * How to reach that member; kubeadm's paths, which are the same in its pod and on a machine that etcd has alone.
     */
    List<String> ETCDCTL = List.of("etcdctl", "--endpoints=https://127.0.0.1:2379",
            "--cacert=/etc/kubernetes/pki/etcd/ca.crt", "--cert=/etc/kubernetes/pki/etcd/server.crt",
            "--key=/etc/kubernetes/pki/etcd/server.key");

    /** @param command the words of {@link #ETCDCTL} and more */
    ExecResult run(List<String> command);

    /** {@code etcdctl member}, for example {@code list}. */
    default ExecResult member(String... words) {
        return etcdctl(Stream.concat(Stream.of("member"), Stream.of(words)));
    }

    /** A line for each member: its address, and whether it is healthy. */
    default ExecResult health() {
        return etcdctl(Stream.of("endpoint", "health", "--cluster"));
    }

    private ExecResult etcdctl(Stream<String> words) {
        return run(Stream.concat(ETCDCTL.stream(), words).toList());
    }
}

package org.hybridlab.cluster.etcd;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.ExecResult;

/** etcd, through {@code etcdctl} at one of its members. */
public interface Etcd {
    /** Uses kubeadm's paths, in pods and on machines of etcd alone. */
    List<String> ETCDCTL = List.of("etcdctl", "--endpoints=https://127.0.0.1:2379",
            "--cacert=/etc/kubernetes/pki/etcd/ca.crt", "--cert=/etc/kubernetes/pki/etcd/server.crt",
            "--key=/etc/kubernetes/pki/etcd/server.key");

    /** @param command the words of {@link #ETCDCTL} and more */
    ExecResult run(List<String> command);

    /** {@code etcdctl member}, such as {@code list}. */
    default ExecResult member(String... words) {
        return etcdctl(Stream.concat(Stream.of("member"), Stream.of(words)));
    }

    /** A line per member: its address and health. */
    default ExecResult health() {
        return etcdctl(Stream.of("endpoint", "health", "--cluster"));
    }

    private ExecResult etcdctl(Stream<String> words) {
        return run(Stream.concat(ETCDCTL.stream(), words).toList());
    }
}

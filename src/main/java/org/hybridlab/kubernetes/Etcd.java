package org.hybridlab.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * etcd as kubeadm runs it, asked by {@code etcdctl} in its pod on one control plane.
 *
 * @param node the control plane's name
 */
public record Etcd(String node, ApiServer api) {
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final List<String> ETCDCTL = List.of("etcdctl", "--endpoints=https://127.0.0.1:2379",
            "--cacert=/etc/kubernetes/pki/etcd/ca.crt", "--cert=/etc/kubernetes/pki/etcd/server.crt",
            "--key=/etc/kubernetes/pki/etcd/server.key");

    public static Etcd on(String node, ApiServer api) {
        return new Etcd(node, api);
    }

    /** {@code etcdctl member}, for example {@code list}. */
    public ExecResult member(String... words) {
        return etcdctl(Stream.concat(Stream.of("member"), Stream.of(words)));
    }

    /** A line for each member: its address, and whether it is healthy. */
    public ExecResult health() {
        return etcdctl(Stream.of("endpoint", "health", "--cluster"));
    }

    private ExecResult etcdctl(Stream<String> words) {
        return api.exec("kube-system", "etcd-" + node, WITHIN, Stream.concat(ETCDCTL.stream(), words).toList());
    }
}

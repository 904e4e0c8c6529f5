package org.hybridlab.cluster.etcd;

import java.time.Duration;
import java.util.List;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.ExecResult;

/** etcd of a control plane, in its pod. @param node the control plane's name */
public record EtcdPod(String node, ApiServer api) implements Etcd {
    private static final Duration WITHIN = Duration.ofSeconds(20);

    @Override
    public ExecResult run(List<String> command) {
        return api.exec("kube-system", "etcd-" + node, WITHIN, command);
    }
}

package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.Test;

class KubeletsStartedTest {
    private static final String PODS = """
            {"items": [
              {"metadata": {"namespace": "kube-system", "name": "etcd-control"}, "spec": {"nodeName": "control"},
                "status": {"containerStatuses": [{"containerID": "containerd://a", "state": {"running": {}}}]}},
              {"metadata": {"namespace": "kube-system", "name": "kube-proxy-x"}, "spec": {"nodeName": "control"},
                "status": {"containerStatuses": [{"containerID": "containerd://b", "state": {"running": {}}}]}},
              {"metadata": {"namespace": "default", "name": "etcd-control"}, "spec": {"nodeName": "control"},
                "status": {"containerStatuses": [{"containerID": "containerd://c", "state": {"running": {}}},
                  {"containerID": "containerd://d", "state": {"terminated": {}}}]}},
              {"metadata": {"namespace": "default", "name": "new"}, "spec": {"nodeName": "control"},
                "status": {"containerStatuses": [{"state": {"waiting": {}}}]}},
              {"metadata": {"namespace": "default", "name": "elsewhere"}, "spec": {"nodeName": "another"},
                "status": {"containerStatuses": [{"containerID": "containerd://e", "state": {"running": {}}}]}},
              {"metadata": {"namespace": "default", "name": "nowhere"}, "spec": {}, "status": {}}]}
            """;

    /** But for those that were not stopped, and those of nodes that the reset has nothing to do with. */
    @Test
    void runningContainers_byPod() {
        assertThat(KubeletsStarted.running(new Cluster(new FakeApi().with("/api/v1/pods", PODS)).podsNow(),
                Set.of("control"), Set.of()))
                .containsExactlyInAnyOrder("kube-system/kube-proxy-x (containerd://b)",
                        "default/etcd-control (containerd://c)");
    }
}

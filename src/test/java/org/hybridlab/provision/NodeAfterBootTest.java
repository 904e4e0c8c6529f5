package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import org.hybridlab.engine.plan.Probe;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What counts as a node that is back: the API server still has the pods of before the boot. */
class NodeAfterBootTest extends DriftedLab {
    private static final String NODE = """
            {"items":[{"metadata":{"name":"node","labels":{"hybridlab.org/lab":"drift"}},
             "status":{"addresses":[{"type":"InternalIP","address":"%s"}],
              "conditions":[{"type":"Ready","status":"True"}],"nodeInfo":{"operatingSystem":"linux"}}}]}""";
    private static final String POD = """
            {"items":[{"metadata":{"namespace":"kube-system","name":"kube-proxy-x"},"spec":{"nodeName":"node"},
             "status":{"phase":"Running","containerStatuses":[
              {"name":"kube-proxy","ready":true,"containerID":"containerd://before","state":{"%s":{}}}]}}]}""";

    @BeforeEach
    void readyNode() {
        api.with("/api/v1/nodes", NODE.formatted(machine("node").address()))
                .with("/api/v1/pods", POD.formatted("running"));
        said = "sandbox\n";
    }

    @Test
    void podsOfBefore_areWaitedFor() {
        labContext.remembered().noteBoot("node");
        assertThat(look()).isEqualTo(Probe.absent(
                "kube-proxy-x is shown as running, but has not started since the boot"));

        said = "sandbox\nbefore\n";
        assertThat(look().isPresent()).isTrue();
    }

    @Test
    void podThatStopped_isTold() {
        labContext.remembered().noteBoot("node");
        api.with("/api/v1/pods", POD.formatted("terminated"));
        assertThat(look().isPresent()).isTrue();
    }

    /** Pods come and go in a machine that runs. */
    @Test
    void onlyBootedMachine_isAsked() {
        assertThat(look().isPresent()).isTrue();
        labContext.remembered().noteBoot("control");
        assertThat(look().isPresent()).isTrue();
        assertThat(machines.commands).isEmpty();
    }

    private Probe look() {
        return action("node-ready/node").probe(new QuietContext());
    }
}

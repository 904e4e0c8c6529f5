package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Agreement;
import org.hybridlab.provision.GoldenPlans;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An app whose pods could only go to nodes that somebody cordoned. */
@ExtendWith(GoldenPlans.class)
class CordonedAppTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}]
            apps: [{name: web, manifests: [web.yaml]}]
            """;
    private static final String PENDING = """
            {"items":[{"metadata":{"name":"web-1","namespace":"default","uid":"1","labels":{"pod-template-hash":"1"},
             "ownerReferences":[{"kind":"ReplicaSet","name":"web-1","controller":true}]},
             "status":{"phase":"Pending","conditions":
             [{"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"%s"}]}}]}""";
    private static final String ONLY_CORDONED = "0/2 nodes are available: 1 node(s) had untolerated taint(s) "
            + "{node-role.kubernetes.io/control-plane: }, 1 node(s) were unschedulable.";

    @TempDir
    private Path folder;
    private ChangingLab lab;
    private String pending = PENDING;

    @BeforeEach
    void anAppThatIsNotReady() throws IOException {
        Files.writeString(folder.resolve("web.yaml"), """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                """);
        lab = new ChangingLab(folder, LAB);
        lab.world.nodes.get("node").cordoned = true;
        lab.world.answers.put("/apis/apps/v1", """
                {"resources":[{"name":"deployments","kind":"Deployment","namespaced":true}]}""");
        lab.world.answers.put("/apis/apps/v1/namespaces/default/deployments/web", """
                {"metadata":{"name":"web","generation":1},"spec":{"replicas":1},
                 "status":{"observedGeneration":1,"replicas":1,"updatedReplicas":1}}""");
    }

    @Test
    void wait_thatOnlyUncordonEnds_endsAtOnce() {
        LabException failure = failure(ONLY_CORDONED);

        assertThat(failure.id()).isEqualTo("app-not-ready");
        assertThat(failure.why()).hasValueSatisfying(why -> assertThat(why).contains("1 node(s) were unschedulable"));
        assertThat(failure.advice()).isEqualTo("Let pods go there again: hybridlab uncordon lab node");
    }

    /** One of them is no machine of the lab. */
    @Test
    void eachCordonedNode_hasItsOwnCommand() {
        lab.world.nodes.put("stranger", new ChangingWorld.FakeNode());
        lab.world.nodes.get("stranger").cordoned = true;

        assertThat(failure(ONLY_CORDONED).advice()).isEqualTo("Let pods go there again: hybridlab uncordon lab node, "
                + "then hybridlab kubectl lab uncordon stranger");
    }

    @Test
    void aWaitForMemoryGoesOn() {
        assertThat(failure(ONLY_CORDONED.replace("1 node(s) had", "1 Insufficient memory, 1 node(s) had")).what())
                .startsWith("Waited");
    }

    @Test
    void wait_forABootingNode_goesOn() {
        assertThat(failure(ONLY_CORDONED.replace("{node-role.kubernetes.io/control-plane", "{node.kubernetes.io/not-"
                + "ready")).what()).startsWith("Waited");
    }

    /** A webhook, a quota: what the API server refuses the controller is what the user has to know. */
    @Test
    void refusedPods_areExplained_byTheirController() {
        lab.world.answers.put("/apis/apps/v1/namespaces/default/deployments/web", """
                {"metadata":{"name":"web","generation":1},"spec":{"replicas":1},
                 "status":{"observedGeneration":1,"conditions":[{"type":"ReplicaFailure","status":"True",
                 "message":"pods \\"web-\\" is forbidden: exceeded quota"}]}}""");
        assertThat(failure("").why()).hasValueSatisfying(why -> assertThat(why).contains(
                "deployment/web has 0 of 1 pods ready: pods \"web-\" is forbidden: exceeded quota"));
    }

    /** It has the name of its manifest, and nothing behind it. */
    @Test
    void barePod_onCordonedNode_endsTheWait() throws IOException {
        barePod(PENDING.formatted(ONLY_CORDONED).replace("web-1", "web"));

        assertThat(failure(ONLY_CORDONED).advice()).isEqualTo("Let pods go there again: hybridlab uncordon lab node");
    }

    @Test
    void barePod_thatCrashes_isWaitedFor() throws IOException {
        barePod("""
                {"items":[{"metadata":{"name":"web"},"status":{"phase":"Running","containerStatuses":[{"name":"it",
                  "ready":false,"state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}}]}""");

        assertThat(failure("").why()).hasValueSatisfying(why ->
                assertThat(why).contains("pod/web is not ready: web: it: CrashLoopBackOff"));
    }

    private void barePod(String pods) throws IOException {
        Files.writeString(folder.resolve("web.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                """);
        lab.world.answers.put("/api/v1", """
                {"resources":[{"name":"pods","kind":"Pod","namespaced":true}]}""");
        lab.world.answers.put("/api/v1/namespaces/default/pods/web",
                pods.substring(pods.indexOf('[') + 1, pods.lastIndexOf(']')));
        pending = pods.replace("%", "%%");
    }

    private LabException failure(String message) {
        lab.world.answers.put("/api/v1/namespaces/default/pods", pending.formatted(message));
        return lab.run(lab.plan(lab.quick(LAB), id -> id.startsWith("app-ready/")), Agreement.ALL).failures().get(0)
                .failure().orElseThrow();
    }
}
